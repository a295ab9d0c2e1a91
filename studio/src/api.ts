/** Requests to the service. It makes all decisions; the studio only shows its answers and refusals. */

import { problem, type Correction, type Row, type Table } from "./model";

export type PageSource = { url: string } | { html: string; name: string } | { page: string };

export interface Service {
  browser: boolean; // there is a Chromium, and it may be used
  version: string;
  types: string[];
  formats: string[];
}

/** A page that the service keeps. */
export interface Kept {
  id: string;
  name: string;
  url: string | null;
  picture: boolean;
  boxes: boolean;
  used: number; // when it was last opened, in seconds since 1970
}

/** A list of the page: its table, and the boxes of its records if a browser has shown the page. */
export interface Listed {
  table: Table;
  names: string[];
  marks: { box: Edges | null }[];
}

/** The table of a list, with the person's corrections. */
export interface Draft {
  table: Table;
  names: string[]; // columns that can be changed; others, such as currencies, are derived from them
}

export type Edges = [left: number, top: number, right: number, bottom: number];

export interface Lists {
  title: string;
  size: [number, number] | null;
  lists: Listed[];
  reason: string | null;
}

/** What a person has chosen and changed: a list, and the corrections of its table. */
export interface Work {
  list: number;
  path: string | null; // of a node in the list, if it was chosen by a click
  corrections: Correction[];
  more?: string[]; // the next pages of the list, if they were collected
}

/** What is drawn at a point of the page's picture. */
export interface Drawn {
  path: string | null;
  says: string;
}

/** Where a list continues: an address, or only a node to click. */
export interface Way {
  next: string | null;
  onward: string | null;
  kind: string | null;
  reason: string;
  path: string | null;
}

export interface WrapperColumn {
  name: string;
  type: string;
  fill: number;
  samples: string[];
  constant: boolean;
}

export interface WrapperFacts {
  name: string;
  path: string | null; // its file
  kind: string;
  pages: number;
  columns: WrapperColumn[];
}

export interface Verdict {
  healthy: boolean;
  reasons: string[];
}

/** What a repair does to a column: how sure it is, the old and the new place, and reasons for doubt. */
export interface Change {
  name: string;
  change: "kept" | "moved" | "lost" | "new";
  sure: number;
  before: string;
  after: string;
  doubts: string[];
}

export interface Repair {
  refused: string | null;
  confidence: number;
  columns: Change[];
  saved: boolean;
}

/** What a job does with its pages. */
export interface JobOrder {
  kind: "run" | "crawl";
  wrapper?: string | null;
  details?: boolean;
  most?: number;
  browser: "auto" | "always" | "never";
}

export interface Job {
  id: string;
  kind: string;
  state: "queued" | "running" | "done" | "failed" | "stopped";
  created: number;
  started: number | null;
  ended: number | null;
  request: { pages: number; wrapper?: string };
  progress: { pages?: number; rows?: number; details?: number; failed?: number; total?: number | null; page?: string };
  result: { ended?: string; notes?: string[] } | null;
  error: { message: string; hint: string | null } | null;
}

/** Does something that takes a while, and shows the error if it fails. */
export type Wait = <T>(what: string, task: () => Promise<T>) => Promise<T | undefined>;

/** A refusal of the service, with its reason. */
export class Refused extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

/** Where the service is, and the token for it. The studio needs no token: it has a cookie. */
export const door: { address: string; token: string | null } = { address: "", token: null };

async function send(path: string, sent: RequestInit): Promise<Response> {
  const headers = new Headers(sent.headers);
  if (door.token) headers.set("Authorization", `Bearer ${door.token}`);
  const answer = await fetch(door.address + path, { ...sent, headers, credentials: door.token ? "omit" : "same-origin" });
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  const { message, hint } = told?.error ?? { message: `the service answered ${answer.status}`, hint: null };
  throw new Refused(problem(message, hint), answer.status);
}

function ask(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<Response> {
  if (body === undefined) return send(path, { method });
  return send(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function get<T>(path: string, body?: unknown, method?: string): Promise<T> {
  const answer = await ask(path, body, method);
  return (await answer.json()) as T;
}

const part = encodeURIComponent;
const wanted = (work: Work) => ({
  table: work.path ? 1 : work.list + 1,
  path: work.path,
  corrections: work.corrections,
});
const MOST_LESSONS = 50; // the most pages that the service learns from in one request

export const api = {
  service: () => get<Service>("v1/about"),
  code: () => get<{ code: string; seconds: number }>("v1/pairing", {}),
  pair: async (code: string) => (await get<{ token: string }>("v1/pairing/token", { code })).token,

  recent: async () => (await get<{ pages: Kept[] }>("v1/pages?most=12")).pages,
  keep: (source: PageSource, browser: JobOrder["browser"] = "auto") => get<Kept>("v1/pages", { ...source, browser }),
  upload: async (file: Blob, name: string): Promise<Kept> => {
    const answer = await send(`v1/pages/upload?name=${part(name)}`, { method: "POST", body: file });
    return (await answer.json()) as Kept;
  },
  /** Get the lists of a page; *boxes*: with the boxes of their records. */
  lists: (page: string, boxes: boolean) => get<Lists>(`v1/pages/${part(page)}/lists?marks=${boxes ? "records" : "none"}`),
  listAt: async (page: string, path: string) =>
    (await get<{ list: Listed | null }>(`v1/pages/${part(page)}/lists/at?marks=records&path=${part(path)}`)).list,
  drawnAt: (page: string, left: number, top: number) =>
    get<Drawn>(`v1/pages/${part(page)}/nodes/at?left=${Math.max(0, left)}&top=${Math.max(0, top)}`),
  draft: async (page: string, work: Work, offset = 0): Promise<Draft> => {
    const asked = { ...wanted(work), more: work.more ?? [], offset };
    const found = await get<{ tables: Table[]; names: string[] }>(`v1/pages/${part(page)}/preview`, asked);
    return { table: found.tables[0]!, names: found.names };
  },
  next: (page: string, work: Work) => {
    const { table, path } = wanted(work);
    const words = new URLSearchParams({ table: String(table), ...(path ? { path } : {}) });
    return get<Way>(`v1/pages/${part(page)}/next?${words}`);
  },
  point: async (page: string, work: Work, row: number, column: string, value: string) =>
    (await get<{ corrections: Correction[] }>(`v1/pages/${part(page)}/point`, { ...wanted(work), more: work.more ?? [], row, column, value }))
      .corrections,
  view: (page: string) => `v1/pages/${part(page)}/view`,
  picture: (page: string) => `v1/pages/${part(page)}/picture`,
  file: async (page: string, work: Work, format: string): Promise<Blob> => {
    const { table, path, corrections } = wanted(work);
    const words = new URLSearchParams({ format, table: String(table), corrections: JSON.stringify(corrections) });
    if (path) words.set("path", path);
    for (const one of work.more ?? []) words.append("more", one);
    return (await ask(`v1/pages/${part(page)}/download?${words}`)).blob();
  },

  save: (name: string, page: string, work: Work) =>
    get<WrapperFacts>("v1/learn", {
      name,
      pages: [page, ...(work.more ?? [])].slice(0, MOST_LESSONS).map((one) => ({ page: one })),
      kind: "list",
      ...wanted(work),
    }),
  wrappers: async () => (await get<{ wrappers: WrapperFacts[] }>("v1/wrappers")).wrappers,
  forget: (name: string) => ask(`v1/wrappers/${part(name)}`, undefined, "DELETE"),
  apply: (wrapper: string, source: PageSource) => get<{ tables: Table[] }>("v1/apply", { wrapper, ...source }),
  verify: (wrapper: string, source: PageSource) => get<Verdict>("v1/verify", { wrapper, pages: [source] }),
  repair: (wrapper: string, pages: PageSource[], save: boolean) => get<Repair>("v1/repair", { wrapper, pages, save }),
  wrapperFile: (name: string) => `v1/wrappers/${part(name)}/file`,

  jobs: async () => (await get<{ jobs: Job[] }>("v1/jobs?most=20")).jobs,
  job: (id: string) => get<Job>(`v1/jobs/${part(id)}`),
  start: (pages: PageSource[], order: JobOrder) => get<Job>("v1/jobs", { pages, ...order }),
  stop: (id: string) => get<Job>(`v1/jobs/${part(id)}/stop`, {}),
  goOn: (id: string) => get<Job>(`v1/jobs/${part(id)}/resume`, {}),
  forgetJob: (id: string) => ask(`v1/jobs/${part(id)}`, undefined, "DELETE"),
  rows: (id: string, offset: number, limit: number) =>
    get<{ total: number; rows: { page: string; cells: Row }[] }>(`v1/jobs/${part(id)}/rows?offset=${offset}&limit=${limit}`),
  failures: async (id: string) =>
    (await get<{ rows: { page: string; message: string }[] }>(`v1/jobs/${part(id)}/failures`)).rows,
  rowsAs: (id: string, format: string) => `v1/jobs/${part(id)}/download?format=${part(format)}`,

  /** Call *happened* at every event of a job; the browser reconnects by itself. */
  events: (id: string, happened: () => void): EventSource => {
    const stream = new EventSource(`v1/jobs/${part(id)}/events`);
    for (const kind of ["queued", "running", "progress", "done", "failed", "stopped"])
      stream.addEventListener(kind, happened);
    return stream;
  },
};
