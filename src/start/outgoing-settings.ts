// Settings of closed networks: the proxy for outgoing requests, and documents of AI tools from files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EgressProxy } from '../egress/egress-request.ts';
import { type EnvironmentReader, quoted } from './environment.ts';

/** The proxy of HTTPS_PROXY and the exceptions of NO_PROXY, as other programs read them. */
export function proxyOf(read: EnvironmentReader): EgressProxy | undefined {
  const [name, other] = ['HTTPS_PROXY', 'https_proxy'] as const;
  const url = read.optionalUrl(name, ['http:', 'https:']) ?? read.optionalUrl(other, ['http:', 'https:']);
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
