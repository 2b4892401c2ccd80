// The certificate authorities that this process trusts: Node's own, those of NODE_EXTRA_CA_CERTS, and the operator's.
import { readFileSync } from 'node:fs';
import tls, { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Certificates in PEM, with those in `file`. Throws if it cannot be read. */
export const authoritiesWith = (file: string | undefined): readonly string[] => [
  ...nodesOwn(),
  ...(file === undefined ? [] : [readFileSync(file, 'utf8')]),
];

/** Clients share the context, because building one takes 20 ms. Throws if `file` cannot be read or parsed. */
export function contextWith(file: string): SecureContext {
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----/.test(readFileSync(file, 'utf8')))
    throw new Error(`${file} contains no certificate in PEM format`);
  return createSecureContext({ ca: [...authoritiesWith(file)] });
}

/** The TLS options of a client for a `rediss:` URL. */
export const redisTls = (url: string, secureContext: SecureContext | undefined) =>
  url.startsWith('rediss:') && secureContext !== undefined ? { tls: { secureContext } } : {};

/** Node 22.15 and newer list all certificates. Older ones list only those that they are built with. */
function nodesOwn(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (kind: string) => string[] };
  if (getCACertificates !== undefined) return getCACertificates('default');
  const { NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  return extra === '' ? rootCertificates : [...rootCertificates, readFileSync(extra, 'utf8')];
}
