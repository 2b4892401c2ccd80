// An AI tool in the tests: the official client over Streamable HTTP with a bearer token.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

export interface McpCaller {
  readonly client: Client;
  /** The structured content of a successful tool. */
  call<Content = Record<string, unknown>>(name: string, args?: object): Promise<Content>;
  /** The problem of a refused tool. */
  refused(name: string, args?: object): Promise<Problem>;
  close(): Promise<void>;
}

export interface Problem {
  readonly slug: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy?: string;
  readonly current_revision?: number;
  readonly issues?: readonly { readonly field: string; readonly message: string }[];
}

export type Era = 'modern' | 'legacy';

/** Connects to /mcp. `era` selects the protocol of 2026-07-28 or of 2025-11-25. */
export async function connect(address: string, token: string, era: Era = 'modern', path = '/mcp'): Promise<McpCaller> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: era === 'modern' ? { mode: { pin: '2026-07-28' } } : { mode: 'legacy' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}${path}`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  return {
    client,
    async call<Content>(name: string, args: object = {}) {
      const result = await client.callTool({ name, arguments: { ...args } });
      expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
      return result.structuredContent as Content;
    },
    async refused(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } });
      expect(result.isError, `${name} is refused`).toBe(true);
      const [block] = result.content;
      return JSON.parse(block?.type === 'text' ? block.text : '{}') as Problem;
    },
    close: () => client.close(),
  };
}
