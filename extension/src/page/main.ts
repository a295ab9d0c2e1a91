/**
 * Runs in the page, isolated from the page's own scripts: it can see the page, but the page cannot
 * see it. It obeys the panel, over a port that only this extension can open, and ignores whatever
 * the page sends: messages, and clicks that no person made.
 */

import type { Asked, Told } from "../talk";
import { Capture } from "./capture";
import { go, look, scroll, withGathered } from "./collect";
import { Outline } from "./outline";

class Reader {
  private capture = new Capture();
  private outline = new Outline();
  private choosing = false;
  private stopped = false;

  constructor(private port: ExtensionPort) {
    port.onMessage.addListener((asked: Asked) => void this.answer(asked));
    port.onDisconnect.addListener(() => this.end());
    addEventListener("mousemove", this.moved, { capture: true, passive: true });
    addEventListener("click", this.clicked, true);
    // Firefox keeps a page after one leaves it, with its ports: the panel would wait for it forever.
    addEventListener("pagehide", this.left);
  }

  private tell(told: Told): void {
    this.port.postMessage(told);
  }

  private async answer(asked: Asked): Promise<void> {
    switch (asked.ask) {
      case "read":
        return this.read();
      case "scroll":
        return this.scroll();
      case "stop":
        this.stopped = true;
        return;
      case "look":
        return this.tell({ told: "looks", ...look() });
      case "go":
        // Answer first: the page may be gone in a moment.
        this.tell({ told: "gone", done: asked.path !== null || asked.address !== null });
        go(asked.path ? this.capture.nodeAt(asked.path) : null, asked.address);
        return;
      case "outline":
        return this.outline.draw(this.nodes(asked.records), this.nodes(asked.others));
      case "hover":
        return this.outline.hover(asked.row);
      case "reveal":
        return this.outline.reveal(asked.row);
      case "choose":
        this.choosing = asked.on;
        return;
    }
  }

  private async scroll(): Promise<void> {
    this.stopped = false;
    this.outline.draw([], []);
    await scroll(
      () => this.stopped,
      (steps, elements) => this.tell({ told: "progress", steps, elements }),
    );
    const takeOut = withGathered();
    try {
      await this.read();
    } finally {
      takeOut();
    }
  }

  private async read(): Promise<void> {
    const capture = (this.capture = new Capture());
    const head = await capture.take((text) => this.tell({ told: "piece", text }));
    this.tell({ told: "read", head, name: location.href, unread: capture.unread });
  }

  private nodes(records: string[][]): Node[][] {
    return records.map((paths) => paths.map((path) => this.capture.nodeAt(path)).filter((node) => node !== null));
  }

  private row: number | null = null;

  private moved = (event: MouseEvent): void => {
    const row = this.outline.rowOf(event.composedPath());
    if (row === this.row || !event.isTrusted) return;
    this.row = row;
    this.outline.hover(row);
    this.tell({ told: "hovered", row });
  };

  private clicked = (event: MouseEvent): void => {
    if (!this.choosing || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.choosing = false;
    const element = event.composedPath()[0];
    this.tell({ told: "chosen", path: element instanceof Node ? this.capture.pathTo(element) : null });
  };

  private left = (): void => {
    this.port.disconnect();
    this.end();
  };

  private end(): void {
    removeEventListener("pagehide", this.left);
    removeEventListener("mousemove", this.moved, { capture: true });
    removeEventListener("click", this.clicked, true);
    this.outline.remove();
  }
}

// This script is injected with every click on the button, but one reader is enough.
const world = globalThis as { windrowReader?: true };
if (!world.windrowReader) {
  world.windrowReader = true;
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === "windrow") new Reader(port);
  });
}
