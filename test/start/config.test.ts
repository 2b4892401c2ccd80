import { expect, test } from 'vitest';
import { readConfig } from '../../src/start/config.ts';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  const read = readConfig(env);
  return 'faults' in read ? read.faults : [];
};

const SHARED = { CAIRN_DATABASE_URL: 'postgres://db/cairn', CAIRN_REDIS_URL: 'redis://cache' };
const TRACED = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_SAMPLER: 'traceidratio' };

test('accepts an empty environment as a complete configuration', () => {
  const read = readConfig({});
  expect('config' in read && read.config).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    database: { kind: 'embedded', folder: './data' },
    assets: './data/assets',
    demo: true,
    rateScale: 1,
    redisUrl: undefined,
  });
});

test('applies defaults, and converts seconds, hours and megabytes', () => {
  const of = (env: Record<string, string>) => {
    const read = readConfig(env);
    if ('faults' in read) throw new Error(read.faults.join());
    return read.config;
  };
  expect(of({})).toMatchObject({
    ...{ poolSize: 20, workers: 1, prepareStatements: true, cacheBytes: 67_108_864, mostLagMs: 10_000 },
    deadlines: { connectMs: 5_000, queryMs: 15_000, transactionMs: 30_000, poolWaitMs: 5_000, silenceMs: 180_000 },
    ...{ drainDelaySeconds: 0, drainSeconds: 20, provisioningLogDays: 30, oauthRegistration: true, logLevel: 'info' },
    metrics: { host: '127.0.0.1', port: 9_464 },
    judge: { setting: 'embedded', fallback: true, threshold: 0.5, dailyTokens: 2_000_000 },
  });
  const seconds = ['CONNECT', 'QUERY', 'TRANSACTION', 'POOL', 'SILENCE'].map((name, at) => [
    `CAIRN_DATABASE_${name}_SECONDS`,
    String(at + 2),
  ]);
  expect(of(Object.fromEntries(seconds)).deadlines).toEqual({
    ...{ connectMs: 2_000, queryMs: 3_000, transactionMs: 4_000, poolWaitMs: 5_000, silenceMs: 6_000 },
  });
  const { judge } = of({ CAIRN_JUDGE_CACHE_MB: '20' });
  expect(judge.cacheBytes).toBe(20_971_520);
  const { backups, cacheBytes } = of({ CAIRN_BACKUP_FOLDER: '/b', CAIRN_BACKUP_HOURS: '0.5', CAIRN_CACHE_MB: '2' });
  expect([backups, cacheBytes]).toEqual([{ folder: '/b', everyMs: 1_800_000, keep: 7, isVerified: true }, 2_097_152]);
});

test('reports all errors together, each on a line that names its variable', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    CAIRN_PUBLIC_URL: 'cairn.example.com',
    CAIRN_DATABASE_URL: 'mysql://db',
    CAIRN_REDIS_URL: 'http://redis',
    CAIRN_ASSETS: 's3://',
    CAIRN_DEMO: 'yes',
    CAIRN_RATE_SCALE: '-1',
    CAIRN_LOG_LEVEL: 'loud',
    CAIRN_SECRET: 'short',
    CAIRN_DATABSE_URL: 'embedded:./data',
  });
  const named = faults.map((fault) => fault.split(' ')[0]);
  expect(named.sort()).toEqual([
    'CAIRN_ASSETS',
    'CAIRN_DATABASE_URL',
    'CAIRN_DATABSE_URL',
    'CAIRN_DEMO',
    'CAIRN_LOG_LEVEL',
    'CAIRN_PUBLIC_URL',
    'CAIRN_RATE_SCALE',
    'CAIRN_REDIS_URL',
    'CAIRN_SECRET',
    'PORT',
  ]);
  expect(faults.every((fault) => !fault.includes('\n') && fault.endsWith('.'))).toBe(true);
});

test.each([
  ['postgres://db/cairn', 'postgres://standby/cairn', undefined],
  ['postgres://db/cairn', 'postgres://a,b:5433/cairn?target_session_attrs=read-only', undefined],
  ['postgres://db/cairn', 'embedded:./data', 'must be postgres://'],
  ['postgres://db/cairn', 'postgres://a:b:c@/x:y?target_session_attrs=nearest', 'is not a valid URL'],
  ['embedded:./data', 'postgres://standby/cairn', 'needs a PostgreSQL server in CAIRN_DATABASE_URL'],
])('parses CAIRN_DATABASE_URL=%j from %j: %j', (CAIRN_DATABASE_URL, CAIRN_DATABASE_READ_URL, fault) => {
  const faults = faultsOf({ CAIRN_DATABASE_URL, CAIRN_DATABASE_READ_URL });
  if (fault === undefined) expect(faults).toEqual([]);
  else expect(faults).toEqual([expect.stringContaining(`CAIRN_DATABASE_READ_URL ${fault}`)]);
});

test.each([
  ['PORT', 0, 65_535],
  ['CAIRN_METRICS_PORT', 0, 65_535],
  ['CAIRN_DATABASE_POOL', 1, 1_000],
  ['CAIRN_WORKERS', 1, 128],
  ['CAIRN_CACHE_MB', 1, 65_536],
  ['CAIRN_JUDGE_CACHE_MB', 16, 1_048_576],
  ['CAIRN_DRAIN_DELAY_SECONDS', 0, 3_600],
  ['CAIRN_DRAIN_SECONDS', 1, 3_600],
  ['CAIRN_PROVISIONING_LOG_DAYS', 1, 3_650],
  ['CAIRN_BACKUP_KEEP', 1, 1_000],
  ['CAIRN_JUDGE_DAILY_TOKENS', 1, 1_000_000_000_000],
])('accepts for %s a whole number from %d to %d', (name, least, most) => {
  const isFine = (given: number): boolean => faultsOf({ ...SHARED, [name]: String(given) }).length === 0;
  expect([least - 1, least, least + 0.5, most, most + 1].map(isFine)).toEqual([false, true, false, true, false]);
  expect(faultsOf({ [name]: '' })).toEqual([]);
});

test.each([
  ['CAIRN_DATABASE_CONNECT_SECONDS', 0.1, 300],
  ['CAIRN_DATABASE_POOL_SECONDS', 0.1, 300],
  ['CAIRN_DATABASE_QUERY_SECONDS', 0.1, 3_600],
  ['CAIRN_DATABASE_TRANSACTION_SECONDS', 0.1, 3_600],
  ['CAIRN_DATABASE_SILENCE_SECONDS', 1, 86_400],
  ['CAIRN_DATABASE_READ_LAG_SECONDS', 0.1, 3_600],
  ['CAIRN_BACKUP_HOURS', 0.1, 744],
  ['CAIRN_RATE_SCALE', 0.01, 1_000_000],
  ['CAIRN_JUDGE_THRESHOLD', 0.05, 0.95],
])('accepts for %s a number from %d to %d', (name, least, most) => {
  const isFine = (given: number): boolean => faultsOf({ [name]: String(given) }).length === 0;
  const asked = [least - 0.001, least, least + 0.001, most, most + 0.001];
  expect(asked.map(isFine)).toEqual([false, true, true, true, false]);
});

test.each([
  ['CAIRN_DATABSE_URL', 'CAIRN_DATABASE_URL'],
  ['CAIRN_PUBLIC_ULR', 'CAIRN_PUBLIC_URL'],
  ['CAIRN_BACKUP_FOLDERS', 'CAIRN_BACKUP_FOLDER'],
  ['CAIRN_SECRET_FIEL', 'CAIRN_SECRET_FILE'],
  ['CAIRN_PORT', 'PORT'],
])('refuses the misspelled %s, and names %s', (given, meant) => {
  expect(faultsOf({ [given]: '1' })).toEqual([expect.stringContaining(`Did you mean ${meant}?`)]);
});

test.each([
  [{ CAIRN_FROM_A_NEWER_RELEASE: 'on' }, ['CAIRN_FROM_A_NEWER_RELEASE']],
  // A pod next to a Kubernetes service with the name "cairn".
  [{ CAIRN_PORT: 'tcp://10.0.0.1:8080' }, ['CAIRN_PORT']],
  [{ CAIRN_SERVICE_HOST: '10.0.0.1', CAIRN_SERVICE_PORT_HTTP: '80', CAIRN_PORT_8080_TCP_ADDR: '10.0.0.1' }, []],
  [{ CAIRN_METRICS_SERVICE_HOST: '10.0.0.1', CAIRN_IMAGE: 'cairn:local' }, ['CAIRN_IMAGE']],
])('starts with %j, and warns about %j', (env, ignored) => {
  const read = readConfig(env as Record<string, string>);
  expect('config' in read && read.config.ignoredVariables).toEqual(ignored);
});

test.each([
  ['CAIRN_SECRET', 'hunter2'],
  ['CAIRN_DATABASE_URL', 'postgress://cairn:hunter2@db/cairn'],
  ['CAIRN_REDIS_URL', 'rediss//:hunter2@cache'],
])('never repeats a secret in an error about %s', (name, value) => {
  const faults = faultsOf({ [name]: value }).join();
  expect([faults.includes(name), faults.includes('hunter2')]).toEqual([true, false]);
});

test('removes the trailing slash from the public URL', () => {
  const read = readConfig({ CAIRN_PUBLIC_URL: 'https://cairn.example.com/' });
  expect('config' in read && read.config.publicUrl).toBe('https://cairn.example.com');
});

test.each([
  ['CAIRN_DATABASE_URL', 'postgres://db:99999/cairn'],
  ['CAIRN_PUBLIC_URL', 'https://cairn.example.com/?a=b'],
  ['CAIRN_PUBLIC_URL', 'https://cairn.example.com/#top'],
  ['CAIRN_PUBLIC_URL', 'https://user:hunter2@cairn.example.com'],
  ['CAIRN_PROVIDERS', '[{'],
  ['CAIRN_PROVIDERS', '{"id": "own"}'],
  ['CAIRN_PROVIDERS', '[{"id": "Own", "name": "Own", "vendor": "Us", "url": "https://own.example"}]'],
  ['CAIRN_PROVIDERS', '[{"id": "own", "name": "Own", "vendor": "Us", "url": "own"}]'],
  ['CAIRN_PROVIDERS', '[{"id": "own", "name": "Own", "vendor": "Us", "url": "https://own.example", "key": 1}]'],
])('reports %s=%s as one error at startup', (name, given) => {
  const faults = faultsOf({ [name]: given });
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} .*\\.$`))]);
  expect(faults.join()).not.toContain('hunter2');
});

test("reads the operator's AI providers", () => {
  const own = { id: 'own', name: 'Own', vendor: 'Us', url: 'https://own.example' };
  const read = readConfig({ CAIRN_PROVIDERS: JSON.stringify([own]) });
  expect('config' in read && read.config.extraProviders).toEqual([own]);
});

test('turns traces off if there is no endpoint or OpenTelemetry is disabled, and then ignores other variables', () => {
  const settingOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return 'config' in read ? read.config.tracing : read.faults;
  };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  expect(settingOf({})).toBeUndefined();
  expect(settingOf({ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined();
  expect(settingOf({ ...endpoint, OTEL_SDK_DISABLED: 'True' })).toBeUndefined();
  expect(settingOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(settingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).toBeUndefined();
  expect(settingOf(endpoint)).toEqual({ protocol: 'http/protobuf' });
  expect(settingOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otel.example/v1/traces' })).toBeDefined();
  const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' };
  expect(settingOf({ ...endpoint, ...json })).toEqual({ protocol: 'http/json' });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://otel:4317' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('reports %j as an error if traces are on', (env, named) => {
  const faults = faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', ...env });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([named]);
  expect(faults[0]).toMatch(/\.$/);
});

test.each<[Record<string, string>, boolean]>([
  [{ CAIRN_SECRET: 's'.repeat(31) }, false],
  [{ CAIRN_SECRET: 's'.repeat(32) }, true],
  [{ CAIRN_SECRET_PREVIOUS: 's'.repeat(31) }, false],
  [{ CAIRN_SECRET_PREVIOUS: 's'.repeat(32) }, true],
  [{ ...SHARED, CAIRN_WORKERS: '2' }, true],
  [{ CAIRN_DATABASE_URL: SHARED.CAIRN_DATABASE_URL, CAIRN_WORKERS: '2' }, false],
  [{ CAIRN_REDIS_URL: SHARED.CAIRN_REDIS_URL, CAIRN_WORKERS: '2' }, false],
  [{ CAIRN_WORKERS: '1' }, true],
  [{ CAIRN_PUBLIC_URL: 'https://user@cairn.example.com' }, false],
  [{ CAIRN_PUBLIC_URL: 'https://:password@cairn.example.com' }, false],
  [{ ...TRACED, OTEL_TRACES_SAMPLER_ARG: '0' }, true],
  [{ ...TRACED, OTEL_TRACES_SAMPLER_ARG: '-0.1' }, false],
  [{ ...TRACED, OTEL_TRACES_SAMPLER_ARG: '1' }, true],
  [{ ...TRACED, OTEL_TRACES_SAMPLER_ARG: '1.1' }, false],
])('accepts %j as a configuration: %s', (env, isFine) => {
  expect(faultsOf(env).length === 0).toBe(isFine);
});
