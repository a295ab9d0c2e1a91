/** Where nodes of the page are: from the XPaths of the service to boxes, and back. */

import type { Box } from "./model";

const [ELEMENT, TEXT] = [1, 3]; // kinds of nodes

/**
 * The nodes of a page by their XPaths. The page must not change meanwhile.
 *
 * The browser's own `evaluate` counts the siblings before a node again for each path, which takes
 * seconds for a list of thousands. Here the children of a node are counted once.
 */
export class Places {
  private known = new Map<string, Node | null>();
  private below = new Map<Node, Map<string, Node[]>>();

  constructor(private page: Document) {}

  /** Return the node at *path*, such as /html[1]/body[1]/ul[1]/li[2]. */
  nodeAt(path: string): Node | null {
    if (!path) return this.page;
    let found = this.known.get(path);
    if (found === undefined) {
      const [, above, name, place] = /^(.*)\/([^/]+?)\[(\d+)\]$/.exec(path) ?? [];
      const parent = name ? this.nodeAt(above!) : null;
      found = (parent && this.children(parent).get(name!)?.[Number(place) - 1]) ?? null;
      this.known.set(path, found);
    }
    return found;
  }

  /** Return the box around the nodes that *paths* lead to, in the coordinates of the page. */
  boxAround(paths: string[]): Box | null {
    let around: Box | null = null;
    for (const path of paths) {
      const node = this.nodeAt(path);
      if (node) for (const box of boxesOf(this.page, node)) around = around ? union(around, box) : box;
    }
    return around;
  }

  private children(parent: Node): Map<string, Node[]> {
    let named = this.below.get(parent);
    if (!named) {
      this.below.set(parent, (named = new Map()));
      for (const child of parent.childNodes) {
        // Skip the doctype: it has the same name as the root.
        if (child.nodeType !== ELEMENT && child.nodeType !== TEXT) continue;
        const name = child.nodeType === TEXT ? "text()" : child.nodeName.toLowerCase();
        const alike = named.get(name);
        if (alike) alike.push(child);
        else named.set(name, [child]);
      }
    }
    return named;
  }
}

const union = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

function boxesOf(page: Document, node: Node): Box[] {
  const own = boxOf(page, node);
  if (own) return [own];
  // An element without a box of its own, such as one with "display: contents".
  return [...node.childNodes].flatMap((child) => boxesOf(page, child));
}

function boxOf(page: Document, node: Node): Box | null {
  const box = node.nodeType === TEXT ? textBox(page, node) : (node as Element).getBoundingClientRect?.();
  if (!box || box.width <= 0 || box.height <= 0) return null;
  const { scrollX, scrollY } = page.defaultView!;
  return {
    left: box.left + scrollX,
    top: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
  };
}

function textBox(page: Document, text: Node): DOMRect {
  const range = page.createRange();
  range.selectNode(text);
  return range.getBoundingClientRect();
}

/** Return the XPath of an element: names with their places among siblings of that name. */
export function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let node: Element | null = element; node; node = node.parentElement) {
    let place = 1;
    for (let other = node.previousElementSibling; other; other = other.previousElementSibling)
      if (other.localName === node.localName) place += 1;
    steps.unshift(`${node.localName}[${place}]`);
  }
  return `/${steps.join("/")}`;
}
