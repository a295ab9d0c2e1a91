/** The page in the tab, as the panel asks it. */

import type { Asked, Told, Unread } from "./talk";

/** A page as it is at this moment: what it says, in a form that windrow reads. */
export interface Live {
  content: Blob;
  name: string;
  unread: Unread[];
}

export interface Heard {
  hovered: (row: number | null) => void;
  chosen: (path: string | null) => void;
  left: () => void; // the page is gone, or another one is there
}

const MAGIC = "windrow live 1\n";

export class Tab {
  private port: ExtensionPort | null = null;
  private waiting: ((told: Told) => void) | null = null;
  private pieces: string[] = [];

  constructor(readonly id: number, private heard: Heard) {}

  /** Read the page as it is now. */
  async read(): Promise<Live> {
    this.pieces = [];
    const told = await this.ask({ ask: "read" });
    if (told.told !== "read") throw new Error("the page said something else");
    const content = new Blob([MAGIC, told.head, "\n", this.pieces.join("\n"), "\n"]);
    return { content, name: told.name, unread: told.unread };
  }

  say(asked: Asked): void {
    this.port?.postMessage(asked);
  }

  private async ask(asked: Asked): Promise<Told> {
    const port = await this.connected();
    return new Promise((done, failed) => {
      this.waiting = done;
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
    else if (told.told === "chosen") this.heard.chosen(told.path);
    else this.waiting?.(told);
  }
}
