/** All states of the work, for undo and redo. */

export class History<State> {
  constructor(
    public now: State,
    private before: State[] = [],
    private after: State[] = [],
  ) {}

  /** Return a history from its JSON text. */
  static read<State>(text: string): History<State> {
    const { now, before, after } = JSON.parse(text);
    return new History<State>(now, before, after);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRedo(): boolean {
    return this.after.length > 0;
  }

  /** Go to a new state; undone states can no longer be redone. */
  do(state: State): void {
    this.before.push(this.now);
    this.after = [];
    this.now = state;
  }

  undo(): void {
    const last = this.before.pop();
    if (last === undefined) return;
    this.after.push(this.now);
    this.now = last;
  }

  redo(): void {
    const next = this.after.pop();
    if (next === undefined) return;
    this.before.push(this.now);
    this.now = next;
  }
}
