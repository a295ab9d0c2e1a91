// Scrolls the page, and the largest boxes with bars of their own, by most of a window, and keeps a
// copy of all that the page removes meanwhile: lists of many rows show only those in view.
// With `true` it puts the copies back instead, and lists them. Says whether anything has moved.
((done) => {
  const kept = globalThis.windrowKept ??= {rows: []};
  if (!kept.watch) {
    kept.watch = new MutationObserver((changes) => {
      for (const change of changes)
        for (const node of change.removedNodes)
          if (node.nodeType === 1 && change.target.isConnected && node.textContent.trim())
            kept.rows.push([change.target, node.cloneNode(true)]);
    });
    kept.watch.observe(document.body, {childList: true, subtree: true});
  }
  if (done) {
    kept.watch.disconnect();
    const anchors = new Map(), there = new Map();
    for (const [parent, copy] of kept.rows) {
      if (!parent.isConnected) continue;
      if (!there.has(parent)) {
        anchors.set(parent, parent.firstElementChild);
        there.set(parent, new Set([...parent.children].map((e) => e.textContent)));
      }
      const said = there.get(parent);
      if (said.has(copy.textContent)) continue;
      said.add(copy.textContent);
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
