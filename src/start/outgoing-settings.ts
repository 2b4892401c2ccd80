// Settings of closed networks: the proxy for outgoing requests, trusted authorities, and documents of AI tools from
// files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextWith } from '../base/authorities.ts';
import type { EgressProxy, Outbound } from '../egress/egress-request.ts';
import { type EnvironmentReader, quoted } from './environment.ts';

/** How every client of the service reaches other servers. */
export function outboundOf(read: EnvironmentReader, caFile: string | undefined, faults: string[]): Outbound {
  const proxy = proxyOf(read);
  if (caFile === undefined) return { proxy };
  try {
    return { proxy, secureContext: contextWith(caFile) };
  } catch (thrown) {
    faults.push(`CAIRN_CA_FILE: ${thrown instanceof Error ? thrown.message : String(thrown)}.`);
    return { proxy };
  }
}

/** CAIRN_EGRESS_PROXY, or else HTTPS_PROXY and NO_PROXY as other programs read them. `off` ignores HTTPS_PROXY. */
function proxyOf(read: EnvironmentReader): EgressProxy | undefined {
  if (read.text('CAIRN_EGRESS_PROXY', '') === 'off') return undefined;
  const url = ['CAIRN_EGRESS_PROXY', 'HTTPS_PROXY', 'https_proxy']
    .map((name) => read.optionalUrl(name, ['http:', 'https:']))
    .find((given) => given !== undefined);
  if (url === undefined) return undefined;
  return { url, except: read.text('NO_PROXY', '') || read.text('no_proxy', '') };
}

/** The client ID metadata documents in a folder, by their URL. */
export function documentsIn(folder: string, faults: string[]): ReadonlyMap<string, string> {
  const documents = new Map<string, string>();
  if (folder === '') return documents;
  const name = 'CAIRN_OAUTH_DOCUMENTS_FOLDER';
  try {
    for (const file of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const text = readFileSync(join(folder, file), 'utf8');
      const id = clientIdIn(text);
      if (id === undefined) faults.push(`${name}: ${quoted(file)} must be a JSON object with an https client_id.`);
      else documents.set(id, text);
    }
  } catch (thrown) {
    faults.push(`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  return documents;
}

function clientIdIn(text: string): string | undefined {
  try {
    const document: unknown = JSON.parse(text);
    const id = typeof document === 'object' && document !== null && 'client_id' in document ? document.client_id : '';
    return typeof id === 'string' && id.startsWith('https://') ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Origins such as `https://vscode.dev`, `app://obsidian.md` or `null`, separated by commas. */
export function originsOf(given: string, faults: string[]): readonly string[] {
  const origins = given
    .split(',')
    .map((origin) => origin.trim().toLowerCase())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => origin !== 'null' && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*$/.test(origin));
  if (wrong !== undefined)
    faults.push(`CAIRN_MCP_ORIGINS must list origins such as https://vscode.dev, not ${quoted(wrong)}.`);
  return origins;
}
