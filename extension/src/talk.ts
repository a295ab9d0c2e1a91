/** What panel and page say to each other, over a port that only the panel can open. */

/** Why a part of the page is not in what was read. */
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
  | { ask: "scroll" } // down to the end, then as "read"
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
