// Failures to reach a server that waiting does not cure: credentials, names, files and certificates. Clients still get
// "try again", because only the operator can act. Logs, `cairn doctor` and commands name the fault and the remedy.

import { OperatorFault } from '../base/refusal.ts';

/** Code and severity are those of the driver's failure. */
class LastingFailure extends OperatorFault {
  constructor(sentence: string, cause: Error) {
    super(sentence, { cause });
    Object.assign(this, { code: fieldOf(cause, 'code') });
    if ('severity' in cause) Object.assign(this, { severity: cause.severity });
  }
}

/** The failure with its remedy, or unchanged if it may pass. */
export function explained(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof LastingFailure) return thrown;
  const sentence = sentenceOf(thrown);
  return sentence === undefined ? thrown : new LastingFailure(sentence, thrown);
}

const UNKNOWN_AUTHORITY =
  "The server's certificate is signed by an authority that this process does not trust. Set CAIRN_CA_FILE to the " +
  "authority's certificate, or add sslrootcert to the URL.";

type Remedy = string | ((failure: Error) => string);

const REMEDIES: Readonly<Record<string, Remedy>> = {
  '28000': ({ message }) =>
    `The server refuses the login (${message}). Check its pg_hba.conf, and the user in the URL.`,
  '28P01': ({ message }) => `The server refuses the login (${message}). Check the password in the URL.`,
  '3D000': ({ message }) => `The server has no such database (${message}). Create it, or fix the name in the URL.`,
  ENOTFOUND: ({ message }) => `The host is unknown (${message}). Check the URL and the name servers.`,
  ENOENT: ({ message }) => `A file does not exist (${message}). Create it, or fix the setting that names it.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "The server's certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: ({ message }) =>
    `The server's certificate does not name the host of the URL (${message}). Use a name that is in the certificate.`,
};

function sentenceOf(failure: Error): string | undefined {
  const code = fieldOf(failure, 'code');
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  if (remedy !== undefined) return typeof remedy === 'string' ? remedy : remedy(failure);
  return /server does not support SSL/i.test(failure.message)
    ? 'The server does not offer TLS. Turn it on there (ssl = on), or remove sslmode from the URL.'
    : undefined;
}

const fieldOf = (failure: object, name: string): string => {
  const value: unknown = Reflect.get(failure, name);
  return typeof value === 'string' ? value : '';
};
