"""What we run inside a page, apart from its own scripts: they see the page, not each other."""

__all__ = ["CLOSE_BANNER", "COUNT", "PREPARE", "SCROLL", "SHAPE", "TOP"]

COUNT = "document.getElementsByTagName('*').length"
"""How many elements there are."""

SHAPE = """(() => {
  const root = document.documentElement;
  if (!root) return [0, 0, 0, 0, document.readyState, 0];
  let count = 0, sum = 0, text = 0, node = root, path = 7, paths = [];
  const mark = (name) => { let h = 0; for (let k = 0; k < name.length; k++)
    h = (h * 31 + name.charCodeAt(k)) | 0; return h; };
  while (node && count < 200000) {
    if (node.nodeType === 1) {
      count++;
      path = ((paths.length ? paths[paths.length - 1] : 7) * 33 + mark(node.nodeName)) | 0;
      sum = (sum + path) | 0;
    } else if (node.nodeType === 3 && node.data.length > 1) text += node.data.trim().length;
    const skip = node.nodeName === 'SCRIPT' || node.nodeName === 'STYLE';
    if (node.firstChild && !skip) { paths.push(path); node = node.firstChild; continue; }
    while (node && node !== root && !node.nextSibling) { node = node.parentNode; paths.pop(); }
    if (!node || node === root) break;
    node = node.nextSibling;
  }
  return [count, sum, text, root.scrollHeight, document.readyState, document.scripts.length];
})()"""
"""Elements, a sum over their paths, signs of text, height, how far loading is, scripts.

The sum changes when anything is added, taken away or moved: the repeated structure with it.
"""

PREPARE = """(() => {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*:not([hidden]) { content-visibility: visible !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch (error) { return false; }
  return true;
})()"""
"""Lets the browser lay out what it would only lay out once somebody scrolls there."""

SCROLL = """((again) => {
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
})"""
"""Scrolls the page, and the largest boxes with bars of their own, to the end."""

TOP = "(() => { window.scrollTo(0, 0); return true; })()"

CLOSE_BANNER = r"""(() => {
  const about = new RegExp('cookie|consent|gdpr|datenschutz|einwillig|privacy|confidential|rgpd|' +
    'privacidad|cookies|ciasteczk|samtykk|samtyck|toestemming|クッキー|隐私', 'i');
  const refuse = new RegExp('^(reject|decline|refuse|deny|disagree|only (necessary|essential)|' +
    '(use )?(necessary|essential) (cookies )?only|continue without|alle ablehnen|ablehnen|' +
    'nur (notwendige|erforderliche|essenzielle)|tout refuser|refuser|continuer sans|rechazar|' +
    'rifiuta|continua senza|weigeren|alles weigeren|alleen noodzakelijke|odrzu|recusar|rejeitar|' +
    'avvisa|neka|afvis|kun nødvendige|hylkää|odmítnout|elutas|reject all)', 'i');
  const accept = new RegExp('^(accept|agree|allow|i agree|i accept|ok|okay|got it|understood|' +
    'alle akzeptieren|akzeptieren|zustimmen|einverstanden|verstanden|tout accepter|accepter|' +
    "j'accepte|aceptar|acepto|accetta|accetto|accepteren|akkoord|akceptuj|zgadzam|aceitar|" +
    'godkänn|acceptera|godta|tillad|hyväksy|přijmout|souhlasím|elfogad|同意|接受|すべて)', 'i');
  const buttons = [];
  const visit = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) visit(e.shadowRoot);
      if (e.nodeName === 'IFRAME' && e.contentDocument) visit(e.contentDocument);
      if (e.matches('button, a, [role=button], input[type=button], input[type=submit]'))
        buttons.push(e);
    }
  };
  visit(document);
  const look = (e) => e.ownerDocument.defaultView.getComputedStyle(e);
  const above = (e) => e.nodeType === 9 ? e.defaultView.frameElement : e.parentNode || e.host;
  const banner = (e) => {
    let framed = '';
    for (let up = e; up && up !== document.body; up = above(up)) {
      if (up.nodeType === 9) framed = up.documentElement.textContent;
      if (up.nodeType !== 1) continue;
      const style = look(up);
      const over = style.position === 'fixed' || style.position === 'sticky' ||
        up.getAttribute('role') === 'dialog' || up.getAttribute('aria-modal') === 'true' ||
        up.nodeName === 'DIALOG' || about.test(up.id + ' ' + up.getAttribute('class'));
      const says = up.nodeName === 'IFRAME' ? framed : up.textContent;
      if (over && about.test(up.id + ' ' + up.getAttribute('class') + ' ' + says)) return true;
    }
    return false;
  };
  const usable = (e) => {
    const box = e.getBoundingClientRect();
    const href = e.getAttribute('href');
    const style = look(e);
    return box.width > 5 && box.height > 5 && style.visibility === 'visible' &&
      (!href || href.startsWith('#') || href.startsWith('javascript:')) && banner(e);
  };
  const says = (e) => (e.innerText || e.value || e.getAttribute('aria-label') || '')
    .replace(/\s+/g, ' ').trim();
  for (const wish of [refuse, accept]) {
    const found = buttons.find((e) => {
      const text = says(e); return text.length < 45 && wish.test(text) && usable(e); });
    if (found) { found.click(); return true; }
  }
  return false;
})()"""
"""Clicks one button that closes a cookie banner, refusing where that is offered.

Only what speaks of cookies and lies over the page, or is named after them, counts as a banner; a
link that leads elsewhere is never clicked. Frames are looked into if they are of the same site.
"""
