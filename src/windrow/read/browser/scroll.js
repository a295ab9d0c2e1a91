// Scrolls the page, and the largest boxes with bars of their own, to the end.
((again) => {
  const page = document.scrollingElement || document.documentElement;
  const scrollers = [...document.querySelectorAll('body *')].filter((e) =>
    e.clientHeight > 150 && e.scrollHeight > e.clientHeight + 50 &&
    /auto|scroll|overlay/.test(getComputedStyle(e).overflowY)
  ).sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth).slice(0, 3);
  for (const e of [page, ...scrollers]) {
    if (again) e.scrollTop = Math.max(0, e.scrollHeight - 3 * e.clientHeight);
    e.scrollTop = e.scrollHeight;
  }
  return true;
})
