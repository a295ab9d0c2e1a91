/** The command and the Python lines that do the same without the studio. */

import type { Kept, Work } from "./api";

/** Return the command that writes the table; *saved* is the file of the wrapper that holds the changes. */
export function commandLine(page: Kept, work: Work, saved: string | null): string {
  const source = quoted(page.url ?? page.name);
  const browser = shown(page) ? " --browser always" : "";
  if (saved) return `windrow apply ${quoted(saved)} ${source}${browser} --to table.csv`;
  const number = work.list ? ` --table ${work.list + 1}` : "";
  return `windrow extract ${source}${number}${browser} --to table.csv`;
}

/** Return the lines of Python that print the table. */
export function pythonLines(page: Kept, work: Work, saved: string | null): string {
  const source = JSON.stringify(page.url ?? page.name);
  const seen = shown(page) ? `show(${source})` : source;
  const head = `import windrow\n${shown(page) ? "from windrow.read.browser import show\n" : ""}\n`;
  if (saved) return `${head}wrapper = windrow.Wrapper.load(${JSON.stringify(saved)})\nprint(wrapper.apply(${seen})[0])`;
  return `${head}tables = windrow.extract(${seen})\nprint(tables[${work.list}])`;
}

/** Whether a browser is needed to see the page again; a snapshot file already holds what it showed. */
const shown = (page: Kept) => page.boxes && page.url !== null && page.url === page.name;

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
