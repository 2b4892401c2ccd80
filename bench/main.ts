// Compares Cairn with a bare node:http server and with the bare SQL, on both kinds of storage, and prints Markdown
// tables: npm run bench. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database for the second kind. --quick
// measures each figure for a second with a smaller catalog, --mcp measures only the requests of AI tools, and --write
// stores the tables of a complete run in docs/benchmarks.md.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { measureStorage, type Outcome, REQUESTS } from './http/run.ts';
import { mcpTable, measureMcp } from './mcp/run.ts';
import { nameOf, SERVER } from './support/storage.ts';

const isQuick = process.argv.includes('--quick');
const [seconds, large] = isQuick ? [1, 5_000] : [5, 100_000];
const isOnlyMcp = process.argv.includes('--mcp');
const isKept = process.argv.includes('--write');
if (isKept && (isQuick || isOnlyMcp || SERVER === undefined)) {
  console.error('--write keeps a whole run alone: on both storages, without --quick and --mcp.');
  process.exit(2);
}
const outcomes: Outcome[] = [];
const ofTools: string[] = [];
for (const server of new Set([undefined, SERVER])) {
  if (!isOnlyMcp) outcomes.push(await measureStorage(server, large, seconds));
  ofTools.push(mcpTable(nameOf(server), await measureMcp(server, seconds)));
}
const text = [heading(), ...outcomes.map(tables), ...ofTools].join('\n');
console.log(text);
if (isKept) await writeFile('docs/benchmarks.md', text);
process.exit();

function heading(): string {
  const cpu = cpus();
  return `# Benchmarks

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}; autocannon, 32 connections
on the loopback, ${seconds} s each; load, service and database share the cores. *raw* is a bare \`node:http\` server that sends the same bytes
and headers; *SQL* runs the statements of the operation through the same driver without HTTP. *Different trails* means
that every connection reads its own trail, *same trail* that they all read one and mostly share one query; pages likewise.

Targets as a share of *raw*: on PostgreSQL 0.40 for GET trail (different trails), 0.55 for GET trail (same trail), 0.33 for a list and
0.55 for /v1/me; embedded 0.40 for GET trail and 0.30 for a list. A save should reach 0.7 of its *SQL* with one commit each on
PostgreSQL and 1.6 embedded, and its p99 should be at most five times its p50. With 100,000 trails, a request should cost at most 1.3
times as much as with 1,000. With an OAuth token, the service should reach 0.95 of the rate with an API key.

*Processor* is the processor time of a request in microseconds over all threads of the process (embedded: including the database), next
to that of the bare server. It varies less between runs than the request rates, because the load and the database share the two cores.
`;
}

function tables({ storage, rows, growth, tokenShare, readyMs, memoryAtStart, memoryAfter, profiles }: Outcome): string {
  const n = (value: number | undefined): string => (value === undefined ? '' : Math.round(value).toLocaleString('en'));
  const ratio = (of: number, to: number | undefined): string => (to === undefined ? '' : (of / to).toFixed(2));
  const lines = rows.map(
    ({ operation, cairn, raw, sql }) =>
      `| ${operation} | ${n(cairn.perSecond)} | ${n(cairn.p50)} / ${n(cairn.p99)} | ${n(raw.perSecond)} | ${ratio(cairn.perSecond, raw.perSecond)} | ${n(cairn.processorUs)} / ${n(raw.processorUs)} | ${n(sql?.perSecond)} | ${ratio(cairn.perSecond, sql?.perSecond)} |`,
  );
  const grown = Object.entries(growth).map(([name, times]) => `| ${name} | ${times.toFixed(2)} |`);
  return `## ${storage}

| operation | Cairn, req/s | p50 / p99, ms | raw, req/s | of raw | processor, µs | SQL, /s | of SQL |
|---|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

| request | cost at ${large.toLocaleString('en')} trails, as a multiple of 1,000 |
|---|---:|
${grown.join('\n')}

| /v1 with an OAuth token against an API key | requests per second, as a share of the key's |
|---|---:|
| GET trail, different trails | ${tokenShare.toFixed(2)} |

Ready ${n(readyMs)} ms after the start on an existing database. Memory ${n(memoryAtStart)} MB after the start, ${n(memoryAfter)} MB after the load above and ${n(REQUESTS)} reads more.

${profileTable(profiles)}`;
}

/** Shares of the main thread's busy time, one column per operation. */
function profileTable(profiles: Outcome['profiles']): string {
  const operations = Object.keys(profiles);
  const parts = Object.keys(Object.values(profiles)[0] ?? {});
  const percent = (share: number | undefined): string => `${((share ?? 0) * 100).toFixed(0)} %`;
  const lines = parts.map(
    (part) => `| ${part} | ${operations.map((operation) => percent(profiles[operation]?.[part])).join(' | ')} |`,
  );
  return `| the main thread's time, different trails and pages | ${operations.join(' | ')} |
|---|${'---:|'.repeat(operations.length)}
${lines.join('\n')}
`;
}
