// The address of an OpenID provider: what may be asked at all. Pure.
import { refuse } from '../base/refusal.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const LONGEST = 500;
/** Entra ID's issuers for every tenant there is: anybody's administrator could vouch for any address. */
const EVERY_TENANT = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/** True for an address of the machine itself. */
export const isLoopback = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);

/**
 * The issuer as its provider spells it. Refuses with `validation` what is no https address, or has a query, a fragment or
 * a user; http is taken from the machine itself alone, where the service itself runs there (development).
 */
export function checkedIssuer(given: string, publicUrl: string): string {
  const issuer = given.trim();
  if (!URL.canParse(issuer) || issuer.length > LONGEST)
    throw invalid('is an address such as https://login.example.com.');
  const url = new URL(issuer);
  const isDevelopment = url.protocol === 'http:' && isLoopback(issuer) && isLoopback(publicUrl);
  if (url.protocol !== 'https:' && !isDevelopment) throw invalid('starts with https://.');
  if (issuer.includes('/.well-known/')) throw invalid('is the part before /.well-known/openid-configuration.');
  if (EVERY_TENANT.test(url.href))
    throw invalid("has your own tenant's id in it, not common, organizations or consumers.");
  if (url.search !== '' || url.hash !== '' || url.username !== '') throw invalid('has no query, fragment or user.');
  return issuer;
}

function invalid(what: string): Error {
  const message = `issuer ${what} Copy it from the provider's OpenID configuration.`;
  return refuse('validation', message, { issues: [{ severity: 'error', field: 'issuer', message }] });
}
