/** The messages between panel and page, over a port that only the panel can open. */

/** A part of the page that could not be read, and why. */
export interface Unread {
  kind: "frame" | "shadow";
  address: string;
}

export type Asked =
  | { ask: "read" }
  | { ask: "outline"; records: string[][]; others: string[][] }
  | { ask: "hover"; row: number | null }
  | { ask: "reveal"; row: number }
  | { ask: "choose"; on: boolean }
  | { ask: "scroll" } // scroll to the end, then do as for "read"
  | { ask: "stop" }
  | { ask: "go"; path: string | null; address: string | null }
  | { ask: "look" };

export type Told =
  | { told: "piece"; text: string }
  | { told: "read"; head: string; name: string; unread: Unread[] }
  | { told: "hovered"; row: number | null }
  | { told: "chosen"; path: string | null }
  | { told: "progress"; steps: number; elements: number }
  | { told: "gone"; done: boolean }
  | { told: "looks"; shape: unknown[]; mark: string };
