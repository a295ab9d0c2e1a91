/** Where the service is, and the token it has given us: kept by the browser, for this extension only. */

import { api, door } from "../../studio/src/api";

const PORT = 8737; // where `windrow serve` and `windrow studio` are, unless told otherwise
export const HOST = "http://127.0.0.1/*";

export type Standing = "away" | "stranger" | "paired";

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { credentials: "omit" });
    return answer.ok && (await answer.json()).status === "ok";
  } catch {
    return false;
  }
}

/** Return how we stand with the service: it may not be there, or not know us. */
export async function standing(): Promise<Standing> {
  const kept = await chrome.storage.local.get(["port", "token"]);
  const ports = [...new Set([typeof kept.port === "number" ? kept.port : PORT, PORT])];
  for (const port of ports) {
    if (!(await answers(port))) continue;
    door.address = `http://127.0.0.1:${port}/`;
    if (typeof kept.token !== "string") return "stranger";
    door.token = kept.token;
    try {
      await api.service();
      return "paired";
    } catch {
      door.token = null;
      return "stranger";
    }
  }
  return "away";
}

/** Take the code that the studio shows, PORT-XXXX-XXXX, and keep the token that it is good for. */
export async function pair(code: string): Promise<void> {
  const [, port, secret] = /^\s*(?:(\d+)\s*-)?\s*(.+?)\s*$/.exec(code) ?? [];
  const number = Number(port ?? PORT);
  door.address = `http://127.0.0.1:${number}/`;
  door.token = null;
  const token = await api.pair(secret ?? "");
  door.token = token;
  await chrome.storage.local.set({ port: number, token });
}
