/** The address of the service and its token, which the browser stores for this extension only. */

import { api, door } from "../../studio/src/api";

const PORT = 8737; // the default port of `windrow serve` and `windrow studio`
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

/** Return whether the service is running, and whether we are paired with it. */
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

/** Exchange the code that the studio shows, PORT-XXXX-XXXX, for the token, and store the token. */
export async function pair(code: string): Promise<void> {
  const [, port, secret] = /^\s*(?:(\d+)\s*-)?\s*(.+?)\s*$/.exec(code) ?? [];
  const number = Number(port ?? PORT);
  door.address = `http://127.0.0.1:${number}/`;
  door.token = null;
  const token = await api.pair(secret ?? "");
  door.token = token;
  await chrome.storage.local.set({ port: number, token });
}
