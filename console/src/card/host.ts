// The app that shows the card in a chat, over MCP Apps (2026-01-26): JSON-RPC messages between this frame and its
// parent.

type Members = Readonly<Record<string, unknown>>;

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: Members;
  readonly error?: unknown;
}

export interface Host {
  /** What the app can do for the card, such as `message`, `openLinks` and `serverTools`. */
  readonly can: Members;
  /** Sends a request. Rejects if the app refuses it. */
  ask(method: string, params: Members): Promise<Members>;
}

interface Events {
  /** The tool's result, or its end without one. */
  onResult(result: Members, host: Host): void;
  onCanceled(): void;
  onContext(context: Members): void;
}

const PROTOCOL = '2026-01-26';

/** Connects to the app, which then sends the tool's result. */
export async function connect({ onResult, onCanceled, onContext }: Events): Promise<void> {
  const pending = new Map<unknown, (message: Message) => void>();
  let last = 0;
  let host: Host | undefined;
  // The card does not know the app's origin. Its messages contain nothing that the app does not know.
  const send = (message: object): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = async (method: string, params: Members): Promise<Members> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => pending.set(id, resolve));
    send({ id, method, params });
    const { result, error } = await answer;
    if (result === undefined || result.isError === true)
      throw new Error(`The app refused ${method}.`, { cause: error });
    return result;
  };
  const events: Readonly<Record<string, (params: Members) => void>> = {
    'ui/notifications/tool-result': (params) => host !== undefined && onResult(params, host),
    'ui/notifications/tool-cancelled': onCanceled,
    'ui/notifications/host-context-changed': onContext,
  };
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isMessage(data)) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      pending.get(id)?.(data);
      pending.delete(id);
    } else if (id !== undefined) send(answerTo(id, method));
    else if (Object.hasOwn(events, method)) events[method]?.(params);
  });
  const { hostCapabilities = {}, hostContext = {} } = await ask('ui/initialize', {
    protocolVersion: PROTOCOL,
    appInfo: { name: 'cairn-trail', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  });
  host = { can: hostCapabilities as Members, ask };
  onContext(hostContext as Members);
  reportSize(send);
  send({ method: 'ui/notifications/initialized', params: {} });
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0';

const answerTo = (id: number | string, method: string): object =>
  method === 'ping' || method === 'ui/resource-teardown'
    ? { id, result: {} }
    : { id, error: { code: -32_601, message: 'The card has no such method.' } };

/** Apps adapt the frame to its content. */
function reportSize(send: (message: object) => void): void {
  const report = (): void => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({
      method: 'ui/notifications/size-changed',
      params: { width: Math.ceil(width), height: Math.ceil(height) },
    });
  };
  new ResizeObserver(report).observe(document.documentElement);
}
