/** The panel's connection to the page in its tab. */

import type { Asked, Told, Unread } from "./talk";

/** A page as it is at this moment, in a format that windrow reads. */
export interface Live {
  content: Blob;
  name: string;
  unread: Unread[];
}

export interface Heard {
  hovered: (row: number | null) => void;
  chosen: (path: string | null) => void;
  progress: (steps: number, elements: number) => void;
  left: () => void; // the page is gone, or was replaced
}

const MAGIC = "windrow live 1\n";
// In milliseconds: between two checks of a page, and the longest wait for the next one. Chosen, not measured.
const [LOOK, PATIENCE] = [150, 20_000];

const sleep = (time: number) => new Promise<void>((done) => setTimeout(done, time));

export class Tab {
  private port: ExtensionPort | null = null;
  private waiting: ((told: Told) => void) | null = null;
  private pieces: string[] = [];

  constructor(readonly id: number, private heard: Heard) {}

  /** Read the page as it is now, or after scrolling to its end. */
  async read(how: "read" | "scroll" = "read"): Promise<Live> {
    this.pieces = [];
    const told = await this.ask({ ask: how }, "read");
    const content = new Blob([MAGIC, told.head, "\n", this.pieces.join("\n"), "\n"]);
    return { content, name: told.name, unread: told.unread };
  }

  /** Follow a node or an address, and wait until the page there stops changing; false if no page comes. */
  async go(path: string | null, address: string | null): Promise<boolean> {
    const before = await this.ask({ ask: "look" }, "looks");
    await this.ask({ ask: "go", path, address }, "gone");
    const end = performance.now() + PATIENCE;
    for (let last = before; performance.now() < end; ) {
      await sleep(LOOK);
      let now;
      try {
        now = await this.ask({ ask: "look" }, "looks");
      } catch (error) {
        if (/cannot access|permission/i.test(String(error))) throw new Error("The next page is on another site: press the button there.");
        continue; // between two pages
      }
      const loaded = now.shape[4] === "complete";
      if (loaded && now.mark !== before.mark && now.shape[0] === last.shape[0] && now.shape[1] === last.shape[1]) return true;
      last = now;
    }
    return false;
  }

  say(asked: Asked): void {
    this.port?.postMessage(asked);
  }

  private async ask<Kind extends Told["told"]>(asked: Asked, kind: Kind): Promise<Extract<Told, { told: Kind }>> {
    const port = await this.connected();
    return new Promise((done, failed) => {
      this.waiting = (told) => told.told === kind && done(told as Extract<Told, { told: Kind }>);
      port.onDisconnect.addListener(() => failed(new Error("the page has gone away")));
      port.postMessage(asked);
    });
  }

  private async connected(): Promise<ExtensionPort> {
    if (this.port) return this.port;
    await chrome.scripting.executeScript({ target: { tabId: this.id }, files: ["page.js"] });
    const port = chrome.tabs.connect(this.id, { frameId: 0, name: "windrow" });
    port.onMessage.addListener((told: Told) => this.hear(told));
    port.onDisconnect.addListener(() => {
      this.port = null;
      this.heard.left();
    });
    this.port = port;
    return port;
  }

  private hear(told: Told): void {
    if (told.told === "piece") this.pieces.push(told.text);
    else if (told.told === "hovered") this.heard.hovered(told.row);
    else if (told.told === "progress") this.heard.progress(told.steps, told.elements);
    else if (told.told === "chosen") this.heard.chosen(told.path);
    else this.waiting?.(told);
  }
}
