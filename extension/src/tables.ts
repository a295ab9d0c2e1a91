/**
 * From the tree of a page to its tables: the panel extracts only through this function. Today it
 * asks the local service; an extractor inside the extension would be another function with the
 * same signature.
 */

import { api, type Kept, type Lists } from "../../studio/src/api";
import type { Live } from "./tab";

export interface Raked extends Lists {
  page: Kept; // for later requests about the page
}

export async function tables(live: Live): Promise<Raked> {
  const page = await api.upload(live.content, live.name);
  return { ...(await api.lists(page.id, false)), page };
}
