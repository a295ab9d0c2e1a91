/** Everything that was done, so that it can be undone and done again. */

export class History<State> {
  constructor(
    public now: State,
    private before: State[] = [],
    private after: State[] = [],
  ) {}

  /** Return the history that `JSON.stringify` has written. */
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

  /** Go on to a new state; what was undone is forgotten. */
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
