/** Continuing a list in the page itself: scrolling to its end, or going to the next page. */

import gather from "../../../src/windrow/read/browser/gather.js";
import press from "../../../src/windrow/read/browser/press.js";
import shape from "../../../src/windrow/read/browser/shape.js";

// In milliseconds: between two checks; how long a page must stay unchanged; the longest wait; and the
// last wait if nothing new has come, because some servers are slow. Chosen, not measured.
const [LOOK, STILL, MOST, PATIENCE] = [100, 300, 8000, 1500];
const MOST_STEPS = 2000; // a longer page is taken to be endless; chosen, not measured

const sleep = (time: number) => new Promise<void>((done) => setTimeout(done, time));

/** Wait until the page is drawn: only then does it get scroll events. A hidden page is not drawn, so the wait is limited. */
const drawn = () => Promise.race([new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))), sleep(PATIENCE)]);

/** Wait until the page has stopped changing. */
async function settle(still: number): Promise<void> {
  await drawn();
  const end = performance.now() + MOST;
  let [last, since] = [shape(), performance.now()];
  while (performance.now() < end && performance.now() - since < still) {
    await sleep(LOOK);
    const now = shape();
    if (now[0] !== last[0] || now[1] !== last[1]) [last, since] = [now, performance.now()];
  }
}

/** Scroll down the page, one window at a time, until nothing new comes or *stopped* says so. */
export async function scroll(stopped: () => boolean, step: (steps: number, elements: number) => void): Promise<void> {
  const { scrollX, scrollY } = window;
  for (let steps = 1, idle = 0; steps <= MOST_STEPS && idle < 2 && !stopped(); steps++) {
    const before = shape();
    const moved = press() || gather(false);
    await settle(idle ? PATIENCE : STILL);
    const after = shape();
    idle = moved || after[0] > before[0] || after[2] > before[2] ? 0 : idle + 1;
    step(steps, after[0]);
  }
  scrollTo(scrollX, scrollY);
}

/** Put all rows that were seen while scrolling back into the page; return a function that removes them. */
export function withGathered(): () => void {
  gather(true);
  const world = globalThis as { windrowKept?: { back?: Element[] } };
  const back = world.windrowKept?.back ?? [];
  delete world.windrowKept;
  return () => back.forEach((copy) => copy.remove());
}

/** Return facts that show whether the page has changed, and whether it is still changing. */
export function look(): { shape: unknown[]; mark: string } {
  const text = document.body?.textContent ?? "";
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return { shape: shape(), mark: `${performance.timeOrigin} ${sum}` };
}

/** Click the node that leads to the next page, or open the address. */
export function go(node: Node | null, address: string | null): boolean {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  if (element instanceof HTMLElement) {
    element.scrollIntoView({ block: "nearest" });
    element.click();
    return true;
  }
  if (address) location.assign(address);
  return !!address;
}
