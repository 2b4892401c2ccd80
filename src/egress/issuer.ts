// Validates the issuer URL of an OpenID provider.

import { isLoopback } from '../base/hosts.ts';
import { invalid } from '../base/issue.ts';
import { type Text, t } from '../base/texts/t.ts';

const MAX_LENGTH = 500;
/** Entra ID's multi-tenant issuers, with which the administrator of any tenant could vouch for any address. */
const EVERY_TENANT = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/**
 * Returns the issuer as its provider spells it. Fails with `validation` if it is not an https URL or has a query, a
 * fragment or a user. Allows http on this machine if the service itself runs there (development).
 */
export function checkedIssuer(given: string, publicUrl: string): string {
  const issuer = given.trim();
  if (!URL.canParse(issuer) || issuer.length > MAX_LENGTH)
    throw wrongIssuer(t('is an address such as https://login.example.com.'));
  const url = new URL(issuer);
  const isDevelopment = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname);
  if (url.protocol !== 'https:' && !isDevelopment) throw wrongIssuer(t('starts with https://.'));
  if (issuer.includes('/.well-known/')) throw wrongIssuer(t('is the part before /.well-known/openid-configuration.'));
  if (EVERY_TENANT.test(url.href))
    throw wrongIssuer(t("has your own tenant's id in it, not common, organizations or consumers."));
  if (url.search + url.hash + url.username + url.password !== '')
    throw wrongIssuer(t('has no query, fragment or user.'));
  return issuer;
}

const wrongIssuer = (what: Text): Error =>
  invalid('issuer', t("The issuer {what} Copy it from the provider's OpenID configuration.", { what }));
