// Lets the browser lay out what it would only lay out once somebody scrolls there.
(() => {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*:not([hidden]) { content-visibility: visible !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch (error) { return false; }
  return true;
})()
