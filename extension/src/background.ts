/** A click on the button opens the panel beside the page; that click is also what lets us read it. */

chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return;
  const path = `panel.html?tab=${tab.id}`;
  // Nothing may be waited for before the panel opens: browsers open it only as part of the click.
  if (chrome.sidePanel) {
    void chrome.sidePanel.setOptions({ tabId: tab.id, path, enabled: true });
    void chrome.sidePanel.open({ tabId: tab.id });
  } else if (chrome.sidebarAction) {
    void chrome.sidebarAction.setPanel({ tabId: tab.id, panel: path });
    void chrome.sidebarAction.open();
  }
  // A panel that is open already reads the page again; where there is none, nobody listens.
  chrome.runtime.sendMessage({ clicked: tab.id }).catch(() => undefined);
});
