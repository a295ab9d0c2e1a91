// Clicks one button that closes a cookie banner, refusing where that is offered.
// Only what speaks of cookies and lies over the page, or is named after them, counts as a banner; a
// link that leads elsewhere is never clicked. Frames are looked into if they are of the same site.
(() => {
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
})()
