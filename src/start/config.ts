// Reads the environment once at start and reports all faults together, one line each. All variables are defined here,
// except those of tracing (tracing-setting.ts). docs/operations.md describes them for operators.
import { HOUR_MS } from '../base/clock.ts';
import { withoutEndingSlashes } from '../base/text.ts';
import type { MetadataDocuments } from '../doors/oauth/metadata-documents.ts';
import { type AddressRange, parseRanges } from '../egress/address-rules.ts';
import type { Outbound } from '../egress/egress-request.ts';
import { parseTrustedProxies, type TrustedProxies } from '../http/incoming/client-address.ts';
import type { MetricsPort } from '../http/metrics/serve-metrics.ts';
import type { Deadlines } from '../storage/deadlines.ts';
import { usualJudgeMb } from '../surfacing/judge-memory.ts';
import { COMPATIBLE_PROVIDERS, parseJudgeSetting } from '../surfacing/judge-setting.ts';
import { parseProviderSetting } from '../trails/document/provider-setting.ts';
import type { Provider } from '../trails/document/providers.ts';
import { type DatabaseSetting, databaseOf } from './database-setting.ts';
import { type Environment, type EnvironmentReader, environmentReader } from './environment.ts';
import { documentsIn, originsOf, outboundOf } from './outgoing-settings.ts';
import { SECRET_VARIABLES, withSecretFiles } from './secret-files.ts';
import { type TracingSetting, tracingOf } from './tracing-setting.ts';
import { unknownVariables } from './unknown-variables.ts';

export interface Config extends DatabaseSetting {
  readonly host: string;
  readonly port: number;
  /** The start of every absolute URL in responses, without a trailing slash (Decision 3). */
  readonly publicUrl: string;
  /** The maximum lag of the standby. If its lag is larger, it is not used. */
  readonly mostLagMs: number;
  readonly poolSize: number;
  /** Processes on this machine that share the port. */
  readonly workers: number;
  /** Timeouts of a database server. The embedded database has none. */
  readonly deadlines: Deadlines;
  /** False behind a pooler that assigns a different session to every transaction. */
  readonly prepareStatements: boolean;
  /** The size of the cache for database reads. */
  readonly cacheBytes: number;
  readonly redisUrl: string | undefined;
  /** A folder, or `s3://bucket/prefix`. */
  readonly assets: string;
  readonly demo: boolean;
  readonly rateScale: number;
  /** Undefined if there is no metrics port. */
  readonly metrics: MetricsPort | undefined;
  /** Contacts for security reports, as URIs. If empty, /.well-known/security.txt does not exist. */
  readonly securityContacts: readonly string[];
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustedProxies;
  /** How long the port stays open after readiness has failed, until load balancers have noticed. */
  readonly drainDelaySeconds: number;
  /** How long a drain waits for running requests before it cuts them off. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  /** Signs and encrypts. If undefined, the service uses secrets stored in the database. */
  readonly secret: string | undefined;
  /** The previous secret, whose signatures and ciphertexts are still accepted. */
  readonly previousSecret: string | undefined;
  /** `embedded` or `provider:model`, with the endpoint and key of the provider. */
  readonly judge: {
    readonly setting: string;
    readonly url: string | undefined;
    readonly key: string | undefined;
    readonly fallback: boolean;
    readonly threshold: number;
    /** Daily limit of model tokens per catalog; undefined for no limit. */
    readonly dailyTokens: number | undefined;
    /** Memory for the embedded judge. */
    readonly cacheBytes: number;
  };
  /** Providers added by the operator to the `tools` values. */
  readonly extraProviders: readonly Provider[];
  /** Retention of provisioning logs in days. */
  readonly provisioningLogDays: number;
  /** Scheduled backups; undefined if off. */
  readonly backups:
    | { readonly folder: string; readonly everyMs: number; readonly keep: number; readonly isVerified: boolean }
    | undefined;
  /** Whether client ID metadata documents are advertised, and the documents loaded from files. */
  readonly oauthDocuments: MetadataDocuments;
  /** Origins of web pages that may call /mcp. */
  readonly mcpOrigins: readonly string[];
  /** How requests leave this process: the proxy, and the trusted certificate authorities. */
  readonly outbound: Outbound;
  /** Private ranges that egress may reach. */
  readonly egressAllow: readonly AddressRange[];
  /** Whether OAuth clients can register themselves (RFC 7591). */
  readonly oauthRegistration: boolean;
  /** Variables that begin with `CAIRN_` but do not exist in this release. */
  readonly ignoredVariables: readonly string[];
  /** Undefined if tracing is off. */
  readonly tracing: TracingSetting | undefined;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Returns the configuration, or all faults as sentences that name the variable. */
export function readConfig(given: Environment): { readonly config: Config } | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const env = withSecretFiles(given, faults);
  const read = environmentReader(env, faults);
  const caFile = read.text('CAIRN_CA_FILE', '') || undefined;
  const port = read.integer('PORT', 8080, 0, 65_535);
  const workers = read.integer('CAIRN_WORKERS', 1, 1, 128);
  const config: Omit<Config, 'ignoredVariables'> = {
    host: read.text('CAIRN_HOST', '0.0.0.0'),
    port,
    publicUrl: publicUrlOf(read.url('CAIRN_PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']), faults),
    ...databaseOf(read, caFile, faults),
    mostLagMs: read.number('CAIRN_DATABASE_READ_LAG_SECONDS', 10, 0.1, 3_600) * 1_000,
    poolSize: read.integer('CAIRN_DATABASE_POOL', 20, 1, 1_000),
    workers,
    deadlines: deadlinesOf(read),
    prepareStatements: read.onOff('CAIRN_DATABASE_PREPARE', true),
    cacheBytes: read.integer('CAIRN_CACHE_MB', 64, 1, 65_536) * 1_048_576,
    redisUrl: read.optionalUrl('CAIRN_REDIS_URL', ['redis:', 'rediss:']),
    assets: assetsOf(read.text('CAIRN_ASSETS', './data/assets'), faults),
    demo: read.onOff('CAIRN_DEMO', true),
    rateScale: read.number('CAIRN_RATE_SCALE', 1, 0.01, 1_000_000),
    metrics: metricsOf(read, faults),
    securityContacts: contactsOf(read.text('CAIRN_SECURITY_CONTACT', ''), faults),
    trustProxy: trustedProxiesOf(read.text('CAIRN_TRUST_PROXY', 'off'), faults),
    drainDelaySeconds: read.integer('CAIRN_DRAIN_DELAY_SECONDS', 0, 0, 3_600),
    drainSeconds: read.integer('CAIRN_DRAIN_SECONDS', 20, 1, 3_600),
    logLevel: read.oneOf('CAIRN_LOG_LEVEL', 'info', LOG_LEVELS),
    secret: secretOf('CAIRN_SECRET', read, faults),
    previousSecret: secretOf('CAIRN_SECRET_PREVIOUS', read, faults),
    judge: judgeOf(read, workers, faults),
    extraProviders: providersOf(read.text('CAIRN_PROVIDERS', ''), faults),
    provisioningLogDays: read.integer('CAIRN_PROVISIONING_LOG_DAYS', 30, 1, 3_650),
    backups: backupsOf(read),
    oauthRegistration: read.onOff('CAIRN_OAUTH_REGISTRATION', true),
    oauthDocuments: {
      mode: read.oneOf('CAIRN_OAUTH_METADATA_DOCUMENTS', 'auto', ['auto', 'on', 'off']) as MetadataDocuments['mode'],
      pinned: documentsIn(read.text('CAIRN_OAUTH_DOCUMENTS_FOLDER', ''), faults),
    },
    mcpOrigins: originsOf(read.text('CAIRN_MCP_ORIGINS', ''), faults),
    outbound: outboundOf(read, caFile, faults),
    egressAllow: rangesOf(read.text('CAIRN_EGRESS_ALLOW', ''), faults),
    tracing: tracingOf(env, faults),
  };
  const unknown = unknownVariables(env, new Set([...read.asked, ...ELSEWHERE]));
  faults.push(...faultsOfWorkers(config), ...unknown.faults);
  return faults.length > 0 ? { faults } : { config: { ...config, ignoredVariables: unknown.ignored } };
}

/** Variables that only commands, tests and deployment tools use, and files of secrets. */
const ELSEWHERE = [
  ...['CAIRN_URL', 'CAIRN_API_KEY', 'CAIRN_OPERATOR_PASSWORD'],
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
  ...['CAIRN_TEST_DATABASE_URL', 'CAIRN_TEST_POOLER_URL', 'CAIRN_TEST_REDIS_URL', 'CAIRN_TEST_CHROMIUM'],
];

const deadlinesOf = (read: EnvironmentReader): Deadlines => ({
  connectMs: read.number('CAIRN_DATABASE_CONNECT_SECONDS', 5, 0.1, 300) * 1_000,
  queryMs: read.number('CAIRN_DATABASE_QUERY_SECONDS', 15, 0.1, 3_600) * 1_000,
  transactionMs: read.number('CAIRN_DATABASE_TRANSACTION_SECONDS', 30, 0.1, 3_600) * 1_000,
  poolWaitMs: read.number('CAIRN_DATABASE_POOL_SECONDS', 5, 0.1, 300) * 1_000,
  silenceMs: read.number('CAIRN_DATABASE_SILENCE_SECONDS', 180, 1, 86_400) * 1_000,
});

function metricsOf(read: EnvironmentReader, faults: string[]): Config['metrics'] {
  const host = read.text('CAIRN_METRICS_HOST', '127.0.0.1');
  const token = secretOf('CAIRN_METRICS_TOKEN', read, faults);
  if (read.text('CAIRN_METRICS_PORT', '') === 'off') return undefined;
  return { host, token, port: read.integer('CAIRN_METRICS_PORT', 9464, 0, 65_535) };
}

const judgeOf = (read: EnvironmentReader, workers: number, faults: string[]): Config['judge'] => ({
  setting: judgeSettingOf(read.text('CAIRN_JUDGE', 'embedded'), read.text('CAIRN_JUDGE_URL', ''), faults),
  url: read.optionalUrl('CAIRN_JUDGE_URL', ['http:', 'https:']),
  key: read.secret('CAIRN_JUDGE_KEY'),
  fallback: read.onOff('CAIRN_JUDGE_FALLBACK', true),
  threshold: read.number('CAIRN_JUDGE_THRESHOLD', 0.5, 0.05, 0.95),
  dailyTokens:
    read.text('CAIRN_JUDGE_DAILY_TOKENS', '') === 'off'
      ? undefined
      : read.integer('CAIRN_JUDGE_DAILY_TOKENS', 2_000_000, 1, 1_000_000_000_000),
  cacheBytes: read.integer('CAIRN_JUDGE_CACHE_MB', usualJudgeMb(workers), 16, 1_048_576) * 1_048_576,
});

function backupsOf(read: EnvironmentReader): Config['backups'] {
  const folder = read.text('CAIRN_BACKUP_FOLDER', '');
  const everyMs = read.number('CAIRN_BACKUP_HOURS', 24, 0.1, 744) * HOUR_MS;
  const keep = read.integer('CAIRN_BACKUP_KEEP', 7, 1, 1_000);
  const isVerified = read.onOff('CAIRN_BACKUP_VERIFY', true);
  return folder === '' ? undefined : { folder, everyMs, keep, isVerified };
}

/**
 * Checks a URL that paths are appended to: a query or a fragment would absorb the path, and a password would be visible
 * to everyone.
 */
function publicUrlOf(given: string, faults: string[]): string {
  if (URL.canParse(given)) {
    const { search, hash, username, password } = new URL(given);
    if (search + hash + username + password !== '' || /[?#\s]/.test(given))
      faults.push(
        'CAIRN_PUBLIC_URL must be a scheme, a host and an optional path, without user, query, fragment or spaces.',
      );
  }
  return withoutEndingSlashes(given);
}

function faultsOfWorkers({ workers, database, redisUrl }: Omit<Config, 'ignoredVariables'>): string[] {
  if (workers === 1) return [];
  const faults: string[] = [];
  if (database.kind === 'embedded')
    faults.push('CAIRN_WORKERS above 1 needs a PostgreSQL server: the embedded database belongs to one process.');
  if (redisUrl === undefined)
    faults.push('CAIRN_WORKERS above 1 needs CAIRN_REDIS_URL, so that the processes share their rate limits.');
  return faults;
}

function trustedProxiesOf(given: string, faults: string[]): TrustedProxies {
  const trusted = parseTrustedProxies(given);
  if (trusted !== undefined) return trusted;
  faults.push(
    `CAIRN_TRUST_PROXY must be off, on, the number of proxies in front, or their addresses such as ` +
      `10.0.0.0/8,192.0.2.7; not ${JSON.stringify(given)}.`,
  );
  return { hops: 0 };
}

function assetsOf(given: string, faults: string[]): string {
  if (given.includes('://') && !/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/.*)?$/.test(given))
    faults.push(`CAIRN_ASSETS must be a folder or s3://bucket/prefix, not ${JSON.stringify(given)}.`);
  return given;
}

function judgeSettingOf(given: string, url: string, faults: string[]): string {
  const setting = parseJudgeSetting(given);
  if (setting.kind === 'fault') faults.push(setting.fault);
  if (setting.kind === 'model' && COMPATIBLE_PROVIDERS[setting.provider] === null && url === '')
    faults.push(`CAIRN_JUDGE_URL must be set to the endpoint of CAIRN_JUDGE=${given}.`);
  return given;
}

function providersOf(given: string, faults: string[]): readonly Provider[] {
  const providers = parseProviderSetting(given);
  if (!('fault' in providers)) return providers;
  faults.push(`CAIRN_PROVIDERS ${providers.fault}`);
  return [];
}

function rangesOf(given: string, faults: string[]): readonly AddressRange[] {
  const ranges = parseRanges(given);
  if (!('fault' in ranges)) return ranges;
  faults.push(`CAIRN_EGRESS_ALLOW ${ranges.fault}`);
  return [];
}

/** Converts `security@example.com, https://example.com/report` to URIs (RFC 9116, section 2.5.3). */
function contactsOf(given: string, faults: string[]): readonly string[] {
  const contacts = given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^[^\s:@]+@[^\s:@]+$/.test(part) ? `mailto:${part}` : part));
  if (!contacts.every((contact) => /^(?:mailto:\S+@\S+|https:\/\/\S+|tel:\S+)$/.test(contact)))
    faults.push(`CAIRN_SECURITY_CONTACT must be e-mail addresses or https:// addresses, not ${JSON.stringify(given)}.`);
  return contacts;
}

function secretOf(name: string, read: EnvironmentReader, faults: string[]): string | undefined {
  const given = read.secret(name);
  if (given !== undefined && given.length < 32)
    faults.push(`${name} must have at least 32 characters; generate it, for example with "openssl rand -hex 32".`);
  return given;
}
