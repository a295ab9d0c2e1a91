/** Tables and their values, and how to put them into words. */

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Row = Record<string, Value>;

export interface Column {
  name: string;
  type: string;
  label?: string;
}

export interface Table {
  columns: Column[];
  rows: Row[];
  score: number;
  title?: string;
  nodes: string[][]; // XPaths of each record's root nodes
}

/** A change of a table's columns, as in wrapper files. */
export type Correction =
  | { change: "renamed"; column: string; name: string }
  | { change: "removed"; column: string }
  | { change: "retyped"; column: string; type: string }
  | { change: "merged"; parts: string[]; name: string; between: string }
  | { change: "parted"; column: string; names: string[]; by: string }
  | { change: "reordered"; names: string[] }
  | { change: "kept" | "excerpt" }; // found by the service from an example

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Return the content of a cell in one line. */
export function said(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(said).join("; ");
  return Object.values(value).map(said).filter(Boolean).join(", ");
}

/** Return the rows of the table inside a cell; null if there is none. */
export function nested(value: Value | undefined): Row[] | null {
  const inside = Array.isArray(value) && value.length > 0 && value.every((one) => one !== null && typeof one === "object" && !Array.isArray(one));
  return inside ? (value as Row[]) : null;
}

/** Return the names of all columns in *rows*, in order of appearance. */
export function namesOf(rows: Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Return a table as text for spreadsheets: tabs between cells, newlines between rows. */
export function tsv(table: Table): string {
  const names = table.columns.map((column) => column.name);
  const plain = (text: string) => text.replace(/[\t\r\n]+/g, " ");
  return [names, ...table.rows.map((row) => names.map((name) => said(row[name])))]
    .map((line) => line.map(plain).join("\t"))
    .join("\n");
}

/** Have the browser save a file. */
export function give(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Return what went wrong and what to do about it, as sentences. */
export function problem(message: string, hint: string | null): string {
  return [message, hint].filter((one) => one !== null).map(sentence).join(" ");
}

/** Return a text as a sentence. An address or a name at its start stays as it is. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** Return how sure a score is, in words; a list that a person has *chosen* has none. */
export function sureness(score: number, chosen: boolean): string {
  if (chosen) return "your choice";
  const percent = Math.round(score * 100);
  if (score >= 0.9) return `${percent} % sure`;
  if (score >= 0.6) return `${percent} % sure: have a look`;
  return `only ${percent} % sure`;
}

const FORMATS: Record<string, string> = {
  csv: "CSV", tsv: "TSV", xlsx: "Excel", json: "JSON", jsonl: "JSON Lines", md: "Markdown", html: "HTML",
  parquet: "Parquet", sqlite: "SQLite", db: "SQLite (.db)", duckdb: "DuckDB",
};

/** Return the common name of a format. */
export const formatName = (format: string) => FORMATS[format] ?? format;

/** Return how long ago a moment was, in seconds since 1970. */
export function ago(moment: number, now = Date.now() / 1000): string {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((moment - now) / 60);
  if (minutes > -60) return minutes ? words.format(minutes, "minute") : "just now";
  return minutes > -24 * 60 ? words.format(Math.round(minutes / 60), "hour") : words.format(Math.round(minutes / 1440), "day");
}

/** Return a number of seconds in words. */
export function lasting(seconds: number): string {
  if (seconds < 90) return many(Math.max(1, Math.round(seconds)), "second");
  return seconds < 5400 ? many(Math.round(seconds / 60), "minute") : many(Math.round(seconds / 3600), "hour");
}

/** Return *wish*, with a number if *names* already has it. */
export function unusedName(wish: string, names: string[]): string {
  if (!names.includes(wish)) return wish;
  for (let number = 2; ; number++) if (!names.includes(`${wish}_${number}`)) return `${wish}_${number}`;
}

/** Return a number with its noun. */
export function many(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}
