// Decides which hosts are reached through the operator's proxy, by the rules of NO_PROXY that curl and Go share.
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../base/hosts.ts';
import type { EgressProxy } from './egress-request.ts';

/**
 * The URL of the proxy for that host; undefined to connect directly. This machine is always reached directly. An entry
 * of NO_PROXY is `*`, a name (which includes the names below it), an address, or a range such as 10.0.0.0/8, and may
 * end with a port.
 */
export function proxyFor(proxy: EgressProxy | undefined, hostname: string, port: number): URL | undefined {
  if (proxy === undefined) return undefined;
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const isExcepted = proxy.except
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && isCovered(host, port, entry));
  return isExcepted || isLoopback(host) || host === '::1' ? undefined : new URL(proxy.url);
}

function isCovered(host: string, port: number, entry: string): boolean {
  if (entry === '*') return true;
  if (ipaddr.isValidCIDR(entry)) return isWithin(host, entry);
  // A port follows a name or an IPv4 address, or an IPv6 address in brackets.
  const [, bracketed, plain = entry, ownPort] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  if (ownPort !== undefined && Number(ownPort) !== port) return false;
  const name = (bracketed ?? plain).replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`);
}

function isWithin(host: string, range: string): boolean {
  if (!ipaddr.isValid(host)) return false;
  const [address, [start, bits]] = [ipaddr.process(host), ipaddr.parseCIDR(range)];
  return address.kind() === start.kind() && address.match(start, bits);
}
