/** Where nodes of the page are: from the XPaths of the service to boxes, and back. */

import type { Box } from "./model";

const FIRST = 9; // XPathResult.FIRST_ORDERED_NODE_TYPE

export function nodeAt(page: Document, path: string): Node | null {
  try {
    return page.evaluate(path, page, null, FIRST, null).singleNodeValue;
  } catch {
    return null; // a name that XPath cannot say
  }
}

/** Return the box around the nodes that *paths* lead to, in the coordinates of the page. */
export function boxAround(page: Document, paths: string[]): Box | null {
  const boxes = paths.flatMap((path) => {
    const node = nodeAt(page, path);
    return node ? boxesOf(page, node) : [];
  });
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

function boxesOf(page: Document, node: Node): Box[] {
  const own = boxOf(page, node);
  if (own) return [own];
  // An element without a box of its own, such as one with "display: contents".
  return [...node.childNodes].flatMap((child) => boxesOf(page, child));
}

function boxOf(page: Document, node: Node): Box | null {
  const range = page.createRange();
  range.selectNode(node);
  const box = node instanceof node.ownerDocument!.defaultView!.Element ? node.getBoundingClientRect() : range.getBoundingClientRect();
  if (box.width <= 0 || box.height <= 0) return null;
  const { scrollX, scrollY } = page.defaultView!;
  return {
    left: box.left + scrollX,
    top: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
  };
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
