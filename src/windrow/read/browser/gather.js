// Scrolls the page, and the largest boxes with bars of their own, by most of a window, and keeps a
// copy of all that the page removes or rewrites meanwhile: lists of many rows show only those in
// view. With `true` it puts the copies back instead, and lists them. Says whether anything moved.
((done) => {
  const kept = globalThis.windrowKept ??= {rows: [], removed: [], seen: new Map(), lists: new Set()};
  const MOST = 20000; // rows that are watched at a time: chosen, not measured
  const LEAST = 3; // rows of a list that are rewritten together: chosen, not measured

  // What tells a row from others: its links and its text; where there are links, numbers in the
  // text do not count, as times and counters go on while one looks.
  const said = (row) => {
    const links = [...row.querySelectorAll('[href], [src]'), row]
      .map((e) => e.getAttribute('href') || e.getAttribute('src') || '')
      .filter((address) => address && !/^(#|javascript:|data:)/i.test(address));
    const text = row.textContent.trim();
    return [...links, links.length ? text.replace(/\d+/g, '') : text].join('\n');
  };

  // Rows that say something else than at the last look: their element was used for another record.
  // One that has only grown, as a column of cards does, has lost nothing.
  const rewritten = () => {
    const changed = new Set(), count = new Map();
    const isOther = (row, was) => said(row) !== was.said && !row.textContent.includes(was.copy.textContent.trim());
    for (const [row, was] of kept.seen)
      if (row.isConnected && row.parentNode === was.parent && isOther(row, was)) {
        changed.add(row);
        count.set(was.parent, (count.get(was.parent) || 0) + 1);
      }
    // At the end of a list, few of its rows are rewritten.
    for (const [parent, rows] of count) if (rows >= LEAST) kept.lists.add(parent);
    const isRow = (e) => changed.has(e) && kept.lists.has(e.parentNode);
    const isInner = (e) => {
      for (let up = e.parentElement; up; up = up.parentElement) if (isRow(up)) return true;
      return false;
    };
    return [...changed].filter((e) => isRow(e) && !isInner(e));
  };

  // Keeps what the rows were that are rewritten, and takes a copy of those that are there now.
  const look = () => {
    const others = rewritten();
    for (const row of others) kept.rows.push([kept.seen.get(row).parent, kept.seen.get(row).copy]);
    // What was removed inside of a row that is written anew is in the copy of the row.
    kept.rows.push(...kept.removed.filter(([parent]) => !others.some((row) => row.contains(parent))));
    kept.removed = [];
    const now = new Map();
    for (const parent of document.body.querySelectorAll('*')) {
      const first = parent.firstElementChild;
      if (!first || parent.childElementCount < LEAST || now.size > MOST) continue;
      const rows = [...parent.children].filter((e) => e.textContent.trim());
      const top = new Map(rows.map((e) => [e, e.getBoundingClientRect().top]));
      for (const row of rows.sort((a, b) => top.get(a) - top.get(b))) {
        const was = kept.seen.get(row), says = said(row);
        now.set(row, was && was.said === says ? was : {parent, said: says, copy: row.cloneNode(true)});
      }
    }
    kept.seen = now;
  };

  if (!kept.watch) {
    kept.watch = new MutationObserver((changes) => {
      for (const change of changes)
        for (const node of change.removedNodes)
          if (node.nodeType === 1 && change.target.isConnected && node.textContent.trim())
            kept.removed.push([change.target, node.cloneNode(true)]);
    });
    kept.watch.observe(document.body, {childList: true, subtree: true});
  }
  look();
  if (done) {
    kept.watch.disconnect();
    const anchors = new Map(), there = new Map();
    for (const [parent, copy] of kept.rows) {
      if (!parent.isConnected) continue;
      if (!there.has(parent)) {
        anchors.set(parent, parent.firstElementChild);
        there.set(parent, new Set([...parent.children].map((e) => e.textContent)));
      }
      const texts = there.get(parent);
      if (texts.has(copy.textContent)) continue;
      texts.add(copy.textContent);
      parent.insertBefore(copy, anchors.get(parent));
      (kept.back ??= []).push(copy);
    }
    return false;
  }
  const page = document.scrollingElement || document.documentElement;
  const scrollers = [...document.querySelectorAll('body *')].filter((e) =>
    e.clientHeight > 150 && e.scrollHeight > e.clientHeight + 50 &&
    /auto|scroll|overlay/.test(getComputedStyle(e).overflowY)
  ).sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth).slice(0, 3);
  let moved = false;
  for (const e of [page, ...scrollers]) {
    const before = e.scrollTop;
    e.scrollTop += 0.7 * Math.min(e.clientHeight, innerHeight);
    moved = moved || e.scrollTop > before;
  }
  return moved;
})
