// A host for the card of a trail: a page with a sandboxed frame that speaks MCP Apps, as AI tools do. Tool calls of the
// card go to the service through the official client.
import type { Frame, Page } from 'playwright-core';
import type { McpCaller } from '../doors/mcp/mcp-client.ts';

export interface Shown {
  readonly frame: Frame;
  /** The card's requests to the host, without those of the handshake. */
  readonly asked: { readonly method: string; readonly params: Record<string, unknown> }[];
}

export interface HostOptions {
  readonly theme?: 'light' | 'dark';
  readonly capabilities?: object;
  /** Methods that the host refuses. */
  readonly refuses?: readonly string[];
}

const EVERYTHING = { message: { text: {} }, openLinks: {}, serverTools: {} };

/** Calls get_trail and shows its result as the tool's metadata says. */
export async function showCard(
  page: Page,
  { client }: McpCaller,
  trail_id: string,
  { theme = 'light', capabilities = EVERYTHING, refuses = [] }: HostOptions = {},
): Promise<Shown> {
  const { tools } = await client.listTools();
  const ui = tools.find(({ name }) => name === 'get_trail')?._meta?.ui as { resourceUri: string } | undefined;
  const [content] = (await client.readResource({ uri: ui?.resourceUri ?? '' })).contents;
  const html = content !== undefined && 'text' in content ? content.text : '';
  const result = await client.callTool({ name: 'get_trail', arguments: { trail_id } });
  const asked: Shown['asked'] = [];
  const answer = async (method: string, params: Record<string, unknown>): Promise<object> => {
    if (method === 'ui/initialize')
      return {
        result: {
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'test', version: '1' },
          hostCapabilities: capabilities,
          hostContext: { theme },
        },
      };
    asked.push({ method, params });
    if (refuses.includes(method)) return { error: { code: -32_000, message: 'Refused.' } };
    return { result: method === 'tools/call' ? await client.callTool(params as { name: string }) : {} };
  };
  await page.exposeFunction('answer', answer);
  await page.setContent('<!doctype html><title>Chat</title><body style="margin:0">');
  await page.evaluate(HOST(html, result));
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (frame === undefined) throw new Error('The host shows no frame.');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  return { frame, asked };
}

const HOST = (html: string, result: object): string => `{
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.title = 'Trail';
  frame.style = 'display: block; width: 100%; border: 0';
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', async ({ source, data: { id, method, params } }) => {
    if (source !== frame.contentWindow) return;
    if (method === 'ui/notifications/size-changed') frame.style.height = params.height + 'px';
    else if (method === 'ui/notifications/initialized') {
      send({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
      send({ method: 'ui/notifications/tool-result', params: ${inScript(result)} });
    } else send({ id, ...(await answer(method, params)) });
  });
  frame.srcdoc = ${inScript(html)};
  document.body.append(frame);
}`;

const inScript = (value: unknown): string => JSON.stringify(value);
