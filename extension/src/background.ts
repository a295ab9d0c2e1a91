/** A click on the button opens the panel beside the page, and gives us permission to read the page. */

chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return;
  const path = `panel.html?tab=${tab.id}`;
  // Do not await anything before the panel opens: browsers open it only while they handle the click.
  if (chrome.sidePanel) {
    void chrome.sidePanel.setOptions({ tabId: tab.id, path, enabled: true });
    void chrome.sidePanel.open({ tabId: tab.id });
  } else if (chrome.sidebarAction) {
    void chrome.sidebarAction.setPanel({ tabId: tab.id, panel: path });
    void chrome.sidebarAction.open();
  }
  // If the panel is already open, it reads the page again; otherwise nobody listens.
  chrome.runtime.sendMessage({ clicked: tab.id }).catch(() => undefined);
});
