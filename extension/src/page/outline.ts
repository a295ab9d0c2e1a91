/** Outlines of the records and of other lists, in the page itself. They take up no room and catch no clicks. */

import { OUTLINES } from "./capture";

const MOST = 1000; // records that are outlined: nobody looks at more, and drawing takes time; chosen, not measured
const STYLE = `
  :host { all: initial !important; position: absolute !important; inset: 0 auto auto 0 !important; z-index: 2147483647 !important; pointer-events: none !important; display: block !important; }
  div { position: absolute; box-sizing: border-box; pointer-events: none; }
  .record { border: 2px solid #d9480f; }
  .record.on { border-width: 3px; background: rgb(217 72 15 / 16%); }
  .other { border: 2px dashed rgb(24 100 171 / 60%); }
`;

export class Outline {
  private host = document.createElement(OUTLINES);
  private root = this.host.attachShadow({ mode: "closed" });
  private boxes: HTMLDivElement[] = [];
  private records: Node[][] = [];
  private others: Node[][] = [];
  private rows = new Map<Node, number>();
  private on: HTMLDivElement | null = null;
  private asked = 0;

  constructor() {
    document.documentElement.append(this.host);
    addEventListener("resize", this.later);
    addEventListener("scroll", this.later, true);
  }

  draw(records: Node[][], others: Node[][]): void {
    [this.records, this.others] = [records, others];
    this.rows = new Map(records.flatMap((nodes, row) => nodes.map((node) => [node, row] as const)));
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.boxes = records.slice(0, MOST).map(() => made("record"));
    this.on = null;
    this.root.replaceChildren(style, ...others.map(() => made("other")), ...this.boxes);
    this.measure();
  }

  /** Highlight the record of a row, and no other. */
  hover(row: number | null): void {
    this.on?.classList.remove("on");
    this.on = row === null ? null : (this.boxes[row] ?? null);
    this.on?.classList.add("on");
  }

  /** Scroll to the record of a row. */
  reveal(row: number): void {
    const node = this.records[row]?.[0];
    const element = node instanceof Element ? node : node?.parentElement;
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.hover(row);
  }

  /** Return the row of the record that a node is in. */
  rowOf(way: EventTarget[]): number | null {
    for (const node of way) {
      const row = this.rows.get(node as Node);
      if (row !== undefined) return row;
    }
    return null;
  }

  remove(): void {
    removeEventListener("resize", this.later);
    removeEventListener("scroll", this.later, true);
    this.host.remove();
  }

  private later = (): void => {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.measure();
    });
  };

  private measure(): void {
    // The page may have moved its origin, so positions are relative to our own element.
    const corner = this.host.getBoundingClientRect();
    const shapes = [...this.others, ...this.records.slice(0, MOST)].map(around);
    const drawn = this.root.querySelectorAll("div");
    shapes.forEach((box, at) => {
      const { style } = drawn[at]!;
      style.display = box ? "block" : "none";
      if (!box) return;
      style.left = `${box.left - corner.left}px`;
      style.top = `${box.top - corner.top}px`;
      style.width = `${box.right - box.left}px`;
      style.height = `${box.bottom - box.top}px`;
    });
  }
}

function made(kind: string): HTMLDivElement {
  const box = document.createElement("div");
  box.className = kind;
  return box;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function around(nodes: Node[]): Edges | null {
  let found: Edges | null = null;
  for (const node of nodes) {
    if (!node.isConnected) continue; // the page has removed it since then
    const box = boxOf(node);
    if (!box.width || !box.height) continue;
    const { x, y } = offset(node);
    const [left, top, right, bottom] = [box.left + x, box.top + y, box.right + x, box.bottom + y];
    found = found
      ? { left: Math.min(found.left, left), top: Math.min(found.top, top), right: Math.max(found.right, right), bottom: Math.max(found.bottom, bottom) }
      : { left, top, right, bottom };
  }
  return found;
}

function boxOf(node: Node): DOMRect {
  if (node.nodeType === 1 && (node as Element).getClientRects().length) return (node as Element).getBoundingClientRect();
  const range = node.ownerDocument!.createRange();
  range.selectNode(node);
  return range.getBoundingClientRect();
}

/** Return where the document of a node is in the window: each frame has its own origin. */
function offset(node: Node): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let frame = node.ownerDocument?.defaultView?.frameElement; frame; frame = frame.ownerDocument.defaultView?.frameElement) {
    const box = frame.getBoundingClientRect();
    x += box.left + frame.clientLeft;
    y += box.top + frame.clientTop;
  }
  return { x, y };
}
