/**
 * Captures the live tree of the page with its boxes, as people see it, including shadow roots and
 * frames of the same site. The pieces have the form of the browser's own
 * DOMSnapshot.captureSnapshot, so windrow needs only one reader for both.
 */

import type { Unread } from "../talk";

export const OUTLINES = "windrow-outlines"; // the element we draw in, which is not part of the page

const SLICE = 30; // milliseconds that we block the page at a time; chosen, not measured
const OFTEN = 64; // nodes between two checks of the time; chosen, not measured
const [ELEMENT, TEXT, COMMENT, DOCUMENT, DOCTYPE] = [1, 3, 8, 9, 10];
const TAKEN = new Set([ELEMENT, TEXT, COMMENT, DOCTYPE]);
const BARE = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "META", "LINK", "TITLE", "BASE"]);
const HOSTS = new Set("ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN".split(" "));
const ADDRESSES = new Set(["href", "src"]);

interface Piece {
  strings: string[];
  nodes: { parentIndex: number[]; nodeType: number[]; nodeName: number[]; nodeValue: number[]; attributes: number[][] };
  layout: { nodeIndex: number[]; bounds: number[][]; styles: number[][] };
}

/** A node that is still to be visited: its parent's number, and where its document is on the page. */
interface Waiting {
  node: Node;
  parent: number;
  name: string;
  left: number;
  top: number;
  frame: boolean;
}

const CHANNEL = new MessageChannel();

/** Let the page run. In a background tab, a timer would wait for a second. */
const pause = () =>
  new Promise<void>((done) => {
    CHANNEL.port1.onmessage = () => done();
    CHANNEL.port2.postMessage(null);
  });

export class Capture {
  readonly unread: Unread[] = [];
  private live: Node[] = [];
  private names: string[] = [];
  private parents: number[] = [];
  private numbers = new Map<Node, number>();
  private below = new Map<string, number[]>();
  private drift = { x: 0, y: 0 }; // how far the page was scrolled during the capture
  private unseen = new Set<number>(); // elements that take up room but are invisible, and so is their text
  private strings = new Map<string, number>();
  private piece = empty();

  /** Walk through the page and pass on the result in pieces; the page can run in between. */
  async take(give: (text: string) => void): Promise<string> {
    const { scrollX, scrollY } = window;
    const waiting: Waiting[] = [
      { node: document, parent: -1, name: "#document", left: scrollX, top: scrollY, frame: false },
    ];
    let since = performance.now();
    for (let count = 1; waiting.length; count++) {
      this.visit(waiting.pop()!, waiting);
      if (count % OFTEN || performance.now() - since < SLICE) continue;
      give(this.flush());
      await pause();
      since = performance.now();
      this.drift = { x: window.scrollX - scrollX, y: window.scrollY - scrollY };
    }
    give(this.flush());
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    const doctype = [document.doctype?.publicId ?? "", document.doctype?.systemId ?? ""];
    return JSON.stringify({ url: location.href, width, height, doctype });
  }

  /** Return the node at an XPath of the captured tree. */
  nodeAt(path: string): Node | null {
    let here = 0;
    for (const [, name, place] of path.matchAll(/\/([^/]+?)\[(\d+)\](?=\/|$)/g)) {
      const wanted = name === "text()" ? "#text" : name!;
      const found = this.children(here, wanted)[Number(place) - 1];
      // The parser adds a tbody that the live page may lack: skip that step.
      if (found === undefined && wanted !== "tbody") return null;
      here = found ?? here;
    }
    return this.live[here] ?? null;
  }

  /** Return the XPath of a node, or of the nearest captured node around it. */
  pathTo(node: Node): string | null {
    let number = this.numbers.get(node);
    for (let above: Node | null = node; number === undefined && above; ) {
      above = above.parentNode ?? (above as ShadowRoot).host ?? null;
      if (above) number = this.numbers.get(above);
    }
    if (number === undefined) return null;
    const steps: string[] = [];
    for (let at = number; at > 0; at = this.parents[at]!) {
      const name = this.names[at]!;
      const place = this.children(this.parents[at]!, name).indexOf(at) + 1;
      steps.unshift(`${name === "#text" ? "text()" : name}[${place}]`);
    }
    return `/${steps.join("/")}`;
  }

  /** Return the numbers of the children with a name. */
  private children(number: number, name: string): number[] {
    if (!this.below.size)
      this.parents.forEach((parent, at) => {
        const key = `${parent} ${this.names[at]}`;
        const known = this.below.get(key);
        if (known) known.push(at);
        else this.below.set(key, [at]);
      });
    return this.below.get(`${number} ${name}`) ?? [];
  }

  private visit(one: Waiting, waiting: Waiting[]): void {
    const { node, parent, name } = one;
    const number = this.live.length;
    const { nodes } = this.piece;
    const kind = node.nodeType;
    this.live.push(node);
    this.numbers.set(node, number);
    // A doctype has the same name as the root.
    this.names.push(kind === DOCTYPE ? "#doctype" : name.toLowerCase());
    this.parents.push(parent);
    nodes.parentIndex.push(parent);
    nodes.nodeType.push(kind);
    nodes.nodeName.push(this.text(name));
    nodes.nodeValue.push(kind === TEXT && isSaid(node as Text) ? this.text((node as Text).data) : -1);
    nodes.attributes.push(kind === ELEMENT ? this.attributes(node as Element, one) : []);
    if (kind === TEXT) this.place(node as Text, number, one);
    if (kind !== ELEMENT && kind !== DOCUMENT) return;
    if (kind === ELEMENT && !BARE.has(name)) this.placed(node as Element, number, one);
    const inside = this.inside(node, one);
    for (let at = inside.length - 1; at >= 0; at--) {
      const child = inside[at]!;
      if (child.nodeType === ELEMENT && child.nodeName.toLowerCase() === OUTLINES) continue;
      if (!TAKEN.has(child.nodeType)) continue;
      waiting.push({ ...this.within(node, child, one), parent: number });
    }
  }

  /** Return what people see inside a node: its shadow root instead of its children, or the page of a frame. */
  private inside(node: Node, one: Waiting): ArrayLike<Node> {
    if (one.name === "DIV" && node.nodeName === "IFRAME") return [(node as HTMLIFrameElement).contentDocument!.body];
    if (node.nodeName === "IFRAME" || node.nodeName === "FRAME") return [];
    const shadow = node.nodeType === ELEMENT ? shadowOf(node as Element) : null;
    if (shadow) return shadow.childNodes;
    if (node.nodeName === "SLOT") {
      const given = (node as HTMLSlotElement).assignedNodes();
      if (given.length) return given;
    }
    return node.childNodes;
  }

  private within(node: Node, child: Node, one: Waiting): Omit<Waiting, "parent"> {
    let { left, top, frame } = one;
    let name = child.nodeName;
    if (node.nodeName === "IFRAME") {
      // The parser has no pages inside a page, so the frame becomes a part of this one.
      const box = (node as Element).getBoundingClientRect();
      const { clientLeft, clientTop } = node as Element;
      return { node: child, name: "DIV", left: left + box.left + clientLeft, top: top + box.top + clientTop, frame: true };
    }
    if (name === "IFRAME") name = this.hasPage(child as HTMLIFrameElement) ? "DIV" : name;
    return { node: child, name, left, top, frame };
  }

  private hasPage(frame: HTMLIFrameElement): boolean {
    const inner = frame.contentDocument;
    if (inner) return (inner.body?.textContent ?? "").trim() !== "";
    const { width, height } = frame.getBoundingClientRect();
    if (width * height > 1) this.unread.push({ kind: "frame", address: frame.src });
    return false;
  }

  private attributes(element: Element, one: Waiting): number[] {
    const found: number[] = [];
    const inFrame = one.frame || one.name !== element.nodeName;
    for (const { name, value } of element.attributes) {
      // An address in a frame is relative to the frame.
      const address = inFrame && ADDRESSES.has(name) ? resolved(value, element) : value;
      found.push(this.text(name), this.text(address));
    }
    return found;
  }

  private place(node: Text, number: number, one: Waiting): void {
    if (!node.data.trim() || !node.parentNode || BARE.has(node.parentNode.nodeName)) return;
    RANGE.selectNode(node);
    // Ask only once: a second call for the same text costs as much as the first.
    const lines = RANGE.getClientRects();
    if (lines.length) this.box(lines.length === 1 ? lines[0]! : union(lines), number, one, !this.unseen.has(one.parent));
  }

  private placed(element: Element, number: number, one: Waiting): void {
    const box = element.getBoundingClientRect();
    // Only a box without any size may belong to an element that is not drawn: ask further only then.
    if (!box.width && !box.height && !element.getClientRects().length) return;
    const shown = element.checkVisibility({ visibilityProperty: true });
    if (!shown) this.unseen.add(number);
    // An element without a size may still show content that overflows it.
    const style = box.width <= 0 || box.height <= 0 ? getComputedStyle(element) : null;
    this.box(box, number, one, shown, style?.overflowX, style?.overflowY);
  }

  private box(box: DOMRect, number: number, one: Waiting, shown: boolean, across = "visible", down = "visible"): void {
    const { layout } = this.piece;
    const [left, top] = [box.left + one.left + this.drift.x, box.top + one.top + this.drift.y];
    layout.nodeIndex.push(number);
    layout.bounds.push([round(left), round(top), round(box.width), round(box.height)]);
    layout.styles.push([this.text(shown ? "visible" : "hidden"), this.text(across), this.text(down)]);
  }

  private text(value: string): number {
    if (!value) return -1;
    let number = this.strings.get(value);
    if (number === undefined) {
      number = this.strings.size;
      this.strings.set(value, number);
      this.piece.strings.push(value);
    }
    return number;
  }

  private flush(): string {
    const text = JSON.stringify(this.piece);
    this.piece = empty();
    return text;
  }
}

const RANGE = document.createRange();

/** Return the box around the lines of a text; lines without size are ignored unless all are. */
function union(lines: DOMRectList): DOMRect {
  const all = [...lines];
  const solid = all.filter((line) => line.width && line.height);
  const some = solid.length ? solid : all.slice(0, 1);
  const [left, top] = [Math.min(...some.map((line) => line.left)), Math.min(...some.map((line) => line.top))];
  const [right, bottom] = [Math.max(...some.map((line) => line.right)), Math.max(...some.map((line) => line.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
}

const round = (number: number) => Math.round(number * 100) / 100;

function empty(): Piece {
  return {
    strings: [],
    nodes: { parentIndex: [], nodeType: [], nodeName: [], nodeValue: [], attributes: [] },
    layout: { nodeIndex: [], bounds: [], styles: [] },
  };
}

/** Return whether a text is content or data about the page, rather than a script or a style. */
function isSaid(node: Text): boolean {
  const parent = node.parentElement;
  if (!parent || (parent.nodeName !== "SCRIPT" && parent.nodeName !== "STYLE")) return true;
  return (parent as HTMLScriptElement).type === "application/ld+json";
}

/** Return the shadow root of an element; extensions can see closed ones as well. */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!HOSTS.has(element.nodeName) && !element.nodeName.includes("-")) return null;
  const open = (element as Element & { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (open !== undefined) return open;
  try {
    return chrome.dom?.openOrClosedShadowRoot(element) ?? null;
  } catch {
    return null; // not an HTML element
  }
}

function resolved(address: string, element: Element): string {
  try {
    return new URL(address, element.baseURI).href;
  } catch {
    return address;
  }
}
