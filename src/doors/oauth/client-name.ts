// What a client is called: by its own word, and by the host that its identity rests on.
import type { Client } from 'oidc-provider';
import { isBlank } from '../../base/blank.ts';
import { isLoopback } from '../../base/loopback.ts';

/** `claude.ai`, `cursor:` of an address of that program's own scheme, or nothing for this machine. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return protocol;
  return isLoopback(hostname) ? '' : hostname;
}

/** What the client calls itself, as one line without control characters, at most 80 long; unseen, its host or id. */
export function clientDisplayName({ clientName, clientId }: Client, host: string): string {
  const name = (clientName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return [...(isBlank(name) ? host || clientId : name)].slice(0, 80).join('');
}
