/** The part of the browsers' extension API that we use; Firefox knows `chrome` as well as `browser`. */

interface ExtensionTab {
  id?: number;
  windowId: number;
}

interface ExtensionPort {
  name: string;
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: ExtensionEvent<[message: any]>;
  onDisconnect: ExtensionEvent<[]>;
}

interface ExtensionEvent<Given extends unknown[]> {
  addListener(listener: (...given: Given) => void): void;
}

interface ExtensionSender {
  id?: string;
  tab?: ExtensionTab;
}

declare const chrome: {
  action: { onClicked: ExtensionEvent<[tab: ExtensionTab]> };
  runtime: {
    id: string;
    onConnect: ExtensionEvent<[port: ExtensionPort]>;
    onMessage: ExtensionEvent<[message: any, sender: ExtensionSender]>;
    sendMessage(message: unknown): Promise<unknown>;
  };
  scripting: { executeScript(what: { target: { tabId: number }; files: string[] }): Promise<{ result: unknown }[]> };
  storage: {
    local: {
      get(names: string[]): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(names: string[]): Promise<void>;
    };
  };
  tabs: {
    connect(tab: number, how: { frameId: number; name: string }): ExtensionPort;
    create(what: { url: string }): Promise<ExtensionTab>;
  };
  permissions: {
    contains(what: { origins: string[] }): Promise<boolean>;
    request(what: { origins: string[] }): Promise<boolean>;
  };
  sidePanel?: {
    setOptions(what: { tabId: number; path: string; enabled: boolean }): Promise<void>;
    open(what: { tabId: number }): Promise<void>;
  };
  sidebarAction?: {
    setPanel(what: { tabId: number; panel: string }): Promise<void>;
    open(): Promise<void>;
  };
  dom?: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
};
