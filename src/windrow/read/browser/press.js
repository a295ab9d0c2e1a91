// Presses one button that loads more of a list into the page, if there is one to be seen.
// A link that leads elsewhere is never pressed. Says whether one was pressed.
(() => {
  const more = new RegExp('^(load|show|see|view|mehr|weitere|afficher|voir|charger|mostrar|ver|cargar|' +
    'carregar|mostra|carica|meer|toon|visa|ladda|pokaż|załaduj|načíst|zobrazit|показать|загрузить) ' +
    '.{0,20}(more|mehr|laden|anzeigen|plus|más|mais|altri|altro|meer|tonen|fler|więcej|další|ещё|еще)' +
    '|^(load|show|see|view) .{0,12}more|^(mehr|weitere) (laden|anzeigen)|もっと見る|加载更多|더 ?보기', 'i');
  const stays = (e) => e.nodeName !== 'A' || /^(#|javascript:|$)/i.test(e.getAttribute('href') || '');
  for (const e of document.querySelectorAll('button, a, [role=button], input[type=button]')) {
    const said = (e.innerText || e.value || '').trim();
    if (said.length > 40 || !more.test(said) || !stays(e) || e.disabled) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(e).visibility === 'hidden') continue;
    e.scrollIntoView();
    e.click();
    return true;
  }
  return false;
})()
