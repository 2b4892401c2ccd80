// The client's address behind proxies. In X-Forwarded-For, only the rightmost entries, which the operator's own proxies
// added, are trusted. Clients can forge everything to the left of those.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The number of trusted proxies, each of which adds one address; or their networks. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: BlockList };

/** True if requests come through the operator's proxies. */
export const isProxied = (trusted: TrustedProxies): boolean => !('hops' in trusted) || trusted.hops > 0;

/** Returns a function for the address of each request: the rightmost one that is not a trusted proxy. */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string {
  if (!isProxied(trusted)) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = 'hops' in trusted ? (_: string, at: number) => at < trusted.hops : inNetworks(trusted.networks);
  return ({ headers, socket }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plain(socket.remoteAddress ?? '') ?? '';
    for (let at = 0; at < forwarded.length && isTrusted(address, at); at += 1) {
      const next = plain(forwarded[forwarded.length - 1 - at] ?? '');
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

/**
 * Groups requests by client: by IPv4 address, or by the /64 network of an IPv6 address, since one customer has all of
 * it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [plainAddress = ''] = address.split('%', 1);
  if (plainAddress.includes('.')) return plainAddress; // An IPv4 address written as IPv6.
  return `${groupsOf(plainAddress).join(':')}::/64`;
}

/**
 * A network in which one visitor can have many addresses: /24 for IPv4, and /48 for IPv6, which hosting providers give
 * to anyone who rents a server.
 */
export function siteOf(address: string): string {
  const network = networkOf(address).replace(/^::ffff:/i, '');
  if (isIP(network) === 4) return `${network.split('.', 3).join('.')}.0/24`;
  if (!network.endsWith('::/64')) return network;
  return `${network.split(':', 3).join(':')}::/48`;
}

/** The first 64 bits of an IPv6 address, in groups of 16. */
function groupsOf(plainAddress: string): string[] {
  const [head = [], tail = []] = plainAddress.split('::', 2).map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** `off`, `on` (one proxy), a number of proxies, or addresses and CIDR networks separated by commas. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return { hops: 0 };
  if (text === 'on') return { hops: 1 };
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const networks = new BlockList();
  for (const entry of text.split(',')) if (!addNetwork(networks, entry.trim())) return undefined;
  return { networks };
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', prefix, more] = entry.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (family === 0 || more !== undefined || !(bits <= longest)) return false;
  networks.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

const inNetworks =
  (networks: BlockList) =>
  (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };

/** Removes port, brackets and the IPv6 form of an IPv4 address; undefined if it is not an address. */
function plain(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}
