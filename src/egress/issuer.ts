// Validates the issuer URL of an OpenID provider.

import { isLoopback } from '../base/hosts.ts';
import { invalid } from '../base/issue.ts';
import { asText, type Sentence, t } from '../base/texts/t.ts';

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
    throw wrongIssuer('The issuer is an address such as https://login.example.com.');
  const url = new URL(issuer);
  const isDevelopment = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname);
  if (url.protocol !== 'https:' && !isDevelopment) throw wrongIssuer('The issuer must start with https://.');
  if (issuer.includes('/.well-known/'))
    throw wrongIssuer('The issuer is the part before /.well-known/openid-configuration.');
  if (EVERY_TENANT.test(url.href))
    throw wrongIssuer(t("The issuer contains your own tenant's id, not common, organizations or consumers."));
  if (url.search + url.hash + url.username + url.password !== '')
    throw wrongIssuer('The issuer cannot have a query, fragment or user.');
  return issuer;
}

const wrongIssuer = (sentence: Sentence): Error =>
  invalid('issuer', t("{sentence} Copy it from the provider's OpenID configuration.", { sentence: asText(sentence) }));
