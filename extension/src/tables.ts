/**
 * From the tree of a page to its tables: the one function through which the panel has anything
 * extracted. Today the local service does it; an extractor inside the extension would be another
 * function of this form.
 */

import { api, type Kept, type Lists } from "../../studio/src/api";
import type { Live } from "./tab";

export interface Raked extends Lists {
  page: Kept; // for whatever is asked of the page later on
}

export async function tables(live: Live): Promise<Raked> {
  const page = await api.upload(live.content, live.name);
  return { ...(await api.lists(page.id, false)), page };
}
