// The variables of the database: the URLs of embedded storage, of a server, and of its standby.
import { tlsFault, withTls } from '../storage/server/server-tls.ts';
import { parseServerUrls } from '../storage/server/server-urls.ts';
import { type EnvironmentReader, quoted } from './environment.ts';

export interface DatabaseSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** A standby for reads that may be slightly stale; undefined if not configured. */
  readonly readUrl: string | undefined;
}

/** URLs of servers include the TLS settings of PGSSLMODE and CAIRN_CA_FILE. Adds errors to `faults`. */
export function databaseOf(read: EnvironmentReader, caFile: string | undefined, faults: string[]): DatabaseSetting {
  const mode = read.text('PGSSLMODE', '') || undefined;
  const given = read.text('CAIRN_DATABASE_URL', 'embedded:./data');
  const readUrl = read.text('CAIRN_DATABASE_READ_URL', '') || undefined;
  const folder = /^embedded:(.+)$/.exec(given)?.[1];
  if (folder === undefined && !isOfServer(given))
    faults.push(`CAIRN_DATABASE_URL must be embedded:<folder> or postgres://…, not ${quoted(given)}.`);
  else if (folder === undefined) faults.push(...faultsOfServer('CAIRN_DATABASE_URL', given));
  faults.push(...faultsOfReading(readUrl, folder !== undefined));
  return {
    database:
      folder === undefined ? { kind: 'postgres', url: withTls(given, mode, caFile) } : { kind: 'embedded', folder },
    readUrl: readUrl && withTls(readUrl, mode, caFile),
  };
}

const isOfServer = (given: string): boolean => /^postgres(ql)?:\/\//.test(given);

function faultsOfServer(name: string, given: string): string[] {
  const fault = tlsFault(given);
  if (parseServerUrls(given) !== undefined) return fault === undefined ? [] : [`${name} ${fault}`];
  return [
    `${name} is not a valid URL. Check hosts, ports and target_session_attrs (any, read-write or read-only), ` +
      'and write @ : / ? # % in the user or the password as %40 %3A %2F %3F %23 %25.',
  ];
}

function faultsOfReading(readUrl: string | undefined, isEmbedded: boolean): string[] {
  const name = 'CAIRN_DATABASE_READ_URL';
  if (readUrl === undefined) return [];
  if (!isOfServer(readUrl)) return [`${name} must be postgres://…, not ${quoted(readUrl)}.`];
  if (isEmbedded)
    return [`${name} needs a PostgreSQL server in CAIRN_DATABASE_URL: the embedded database has no standby.`];
  return faultsOfServer(name, readUrl);
}
