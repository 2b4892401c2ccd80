// The display name of a client: the name it gives itself, and the host that vouches for it.
import type { Client } from 'oidc-provider';
import { isLoopback } from '../../base/hosts.ts';
import { isBlank } from '../../base/text.ts';

/** `claude.ai`, or `cursor:` for a custom scheme, or empty for the local machine. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return protocol;
  return isLoopback(hostname) ? '' : hostname;
}

/**
 * The client's name on a single line without control characters, with at most 80 characters. If nothing visible is
 * left, its host or id.
 */
export function clientDisplayName({ clientName, clientId }: Client, host: string): string {
  const name = (clientName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return [...(isBlank(name) ? host || clientId : name)].slice(0, 80).join('');
}
