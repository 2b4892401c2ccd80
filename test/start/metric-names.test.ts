// The rules of "promtool check metrics", applied to the metrics of a running service, and the metrics of the dashboard.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RELEASE, VERSION } from '../../src/start/release.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let text: string;
/** The type of each metric. */
let types: ReadonlyMap<string, string>;
beforeAll(async () => {
  service = await world();
  await service.anyone.get('/health');
  text = await service.app.metrics.text();
  types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
});
afterAll(() => service.close());

test('names counters with _total, and nothing else', () => {
  expect(types.size).toBeGreaterThan(40);
  const wrong = [...types].filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'));
  expect(wrong).toEqual([]);
});

test('describes every metric, and uses base units', () => {
  const described = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  expect([...types.keys()].filter((name) => !described.has(name))).toEqual([]);
  expect(
    [...types.keys()].filter((name) => /_(?:ms|milliseconds|minutes|hours|kb|mb|kilobytes)(?:_|$)/.test(name)),
  ).toEqual([]);
});

test('gives buckets, a sum and a count only to histograms', () => {
  const samples = new Set([...text.matchAll(/^([a-z_]+)(?:\{| )/gm)].map(([, name = '']) => name));
  for (const [name, type] of types)
    if (type === 'histogram' && samples.has(`${name}_bucket`))
      expect([samples.has(`${name}_sum`), samples.has(`${name}_count`)]).toEqual([true, true]);
  const stray = [...samples].filter(
    (name) => name.endsWith('_bucket') && types.get(name.replace(/_bucket$/, '')) !== 'histogram',
  );
  expect(stray).toEqual([]);
});

test('names the build, and the process as other Node programs do', () => {
  expect(text).toContain(`cairn_build_info{version="${VERSION}",commit="${RELEASE}"} 1`);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'])
    expect(types.has(name)).toBe(true);
});

test('shows only existing metrics on the dashboard', () => {
  const { panels } = JSON.parse(readFileSync('docs/grafana.json', 'utf8')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:cairn|process|nodejs)_[a-z0-9_]+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(10);
  const known = (name: string): boolean => types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, ''));
  expect(asked.filter((name) => !known(name))).toEqual([]);
});
