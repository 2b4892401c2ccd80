// The card that shows a trail in a chat (MCP Apps, extension io.modelcontextprotocol/ui, 2026-01-26): one HTML page for
// all trails, which the app shows next to the result of get_trail. Apps without the extension use the result's text.
import type { McpServer } from '@modelcontextprotocol/server';

const URI = 'ui://cairn/trail';

/** The metadata of tools whose results the card shows. The second member is for apps of the first drafts. */
export const SHOWN_AS_CARD = { ui: { resourceUri: URI }, 'ui/resourceUri': URI } as const;

/** Clients that show cards read the page by its address. Lists of resources do not contain it. */
export function addCard(mcp: McpServer, html: string): void {
  const mimeType = 'text/html;profile=mcp-app';
  // Without domains in `csp`, apps give the page no access to the network.
  const _meta = { ui: { csp: {}, prefersBorder: true } };
  mcp.registerResource('trail-card', URI, { title: 'A trail', mimeType }, async () => ({
    contents: [{ uri: URI, mimeType, text: html, _meta }],
  }));
}
