// TLS settings of a PostgreSQL URL, for both of its readers. The driver and libpq (pg_dump, psql, pg_restore) disagree
// about `sslmode`, so both get the same meaning here: every mode except `disable` and `no-verify` verifies the server's
// certificate and name. With `uselibpqcompat=true`, the modes mean what they mean in libpq.
import { existsSync } from 'node:fs';
import { parseIntoClientConfig } from 'pg-connection-string';
import { authoritiesWith } from '../../base/authorities.ts';
import { type Address, parameterOf, parsed, without, withParameter, written } from './server-urls.ts';

/** The modes by the driver's meaning, with libpq's mode for each. */
const MODES: Readonly<Record<string, string>> = {
  disable: 'disable',
  'no-verify': 'require',
  prefer: 'verify-full',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};
const LIBPQ_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** The operator's certificate authorities (CAIRN_CA_FILE), in addition to Node's. `sslrootcert` replaces all others. */
const CA_FILE = 'extra_ca_file';
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const COMPATIBLE = 'uselibpqcompat';

/** What is wrong with the TLS settings; undefined if nothing is. */
export function tlsFault(url: string): string | undefined {
  const address = parsed(url);
  if (address === undefined) return undefined;
  for (const name of FILES) {
    const file = parameterOf(address, name);
    if (file !== undefined && !existsSync(file)) return `has ${name}=${file}, but there is no such file.`;
  }
  const mode = parameterOf(address, 'sslmode');
  if (mode === undefined) return undefined;
  const known = isCompatible(address) ? LIBPQ_MODES : Object.keys(MODES);
  if (!known.includes(mode)) return `has sslmode=${mode}. Use one of ${known.join(', ')}.`;
  return mode === 'disable' || parameterOf(address, 'ssl') === undefined
    ? undefined
    : 'has both ssl and sslmode. Remove ssl.';
}

/** The URL with `PGSSLMODE` of the environment, if it names no mode, and with additional certificate authorities. */
export function withTls(url: string, mode: string | undefined, caFile: string | undefined): string {
  const address = parsed(url);
  if (address === undefined) return url;
  const hasMode = ['sslmode', 'ssl'].some((name) => parameterOf(address, name) !== undefined);
  const moded = mode === undefined || hasMode ? address : withParameter(address, 'sslmode', mode);
  return written(caFile === undefined ? moded : withParameter(moded, CA_FILE, caFile));
}

/** The driver's configuration of a URL with one server. */
export function driverConfig(url: string): ReturnType<typeof parseIntoClientConfig> {
  const address = parsed(url);
  if (address === undefined) return parseIntoClientConfig(url);
  const mode = parameterOf(address, 'sslmode');
  const meant = mode === undefined || isCompatible(address) || mode === 'no-verify' ? mode : MODES[mode];
  const plain = without(address, 'application_name', CA_FILE);
  const config = parseIntoClientConfig(written(meant === undefined ? plain : withParameter(plain, 'sslmode', meant)));
  const caFile = parameterOf(address, CA_FILE);
  const ssl = config.ssl === true ? {} : config.ssl;
  if (caFile === undefined || typeof ssl !== 'object' || ssl.ca !== undefined) return config;
  return { ...config, ssl: { ...ssl, ca: [...authoritiesWith(caFile)] } };
}

export interface LibpqAddress {
  readonly url: string;
  readonly password: string;
  /** `sslmode`, for the environment. */
  readonly mode: string | undefined;
  /** The certificates to trust, as a file for `sslrootcert`; undefined if the URL names them or nothing is verified. */
  readonly authorities: readonly string[] | undefined;
}

/** The URL for programs that use libpq, without the password (returned separately) and without an application name. */
export function libpqAddress(given: string): LibpqAddress {
  const address = parsed(given);
  if (address === undefined) return { url: given, password: '', mode: undefined, authorities: undefined };
  const own = parameterOf(address, 'sslmode') ?? (isOn(parameterOf(address, 'ssl')) ? 'require' : undefined);
  const mode = own === undefined || isCompatible(address) ? own : MODES[own];
  const isVerified = mode?.startsWith('verify-') === true && parameterOf(address, 'sslrootcert') === undefined;
  const plain = without(address, 'application_name', 'sslmode', 'ssl', CA_FILE, COMPATIBLE);
  return {
    url: written({ ...plain, password: '' }),
    password: address.password,
    mode,
    authorities: isVerified ? authoritiesWith(parameterOf(address, CA_FILE)) : undefined,
  };
}

const isCompatible = (address: Address): boolean => parameterOf(address, COMPATIBLE) === 'true';
const isOn = (given: string | undefined): boolean => given === 'true' || given === '1';
