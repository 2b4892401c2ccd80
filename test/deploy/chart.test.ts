// The Helm chart: its values match its templates, and invalid ones are refused before installation.
// rendered-chart.test.ts tests the output.
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const CHART = 'deploy/helm/cairn';
type Values = Record<string, unknown>;
const valuesText = readFileSync(`${CHART}/values.yaml`, 'utf8');
const values = (): Values => parse(valuesText) as Values;
const templates = readdirSync(`${CHART}/templates`).map((name) => ({
  name,
  text: readFileSync(`${CHART}/templates/${name}`, 'utf8'),
}));
const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(
  JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as object,
);

/** The paths at which the schema refuses the chart's values after `changed` has changed them. */
function faultsWith(changed: Values): string[] {
  validate({ ...values(), ...changed });
  return (validate.errors ?? []).map(({ instancePath, propertyName }) => propertyName ?? instancePath);
}

test('has values that match its schema', () => {
  expect(faultsWith({})).toEqual([]);
});

/** Values as paths such as `ingress.host`. Those that templates use as one block (`resources`) are not expanded. */
function namesOf(given: Values, whole: ReadonlySet<string>, before = ''): string[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const name = before + key;
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value) && !whole.has(name);
    return isInner ? namesOf(value as Values, whole, `${name}.`) : [name];
  });
}

test('uses each value in a template, and has a default for each value in use', () => {
  const read = new Set(
    templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name)),
  );
  expect([...read].sort()).toEqual(namesOf(values(), read).sort());
});

test.each([
  ['a misspelled value', { replica: 3 }],
  ['a folder that other pods cannot see', { assets: '/data/assets' }],
  ['a tag that YAML reads as a number', { image: { repository: 'cairn', tag: 20_261_127 } }],
  ['an address without a scheme', { publicUrl: 'cairn.example.com' }],
  ['a Secret without a name', { secretName: '' }],
  ['a list for a variable', { env: { CAIRN_PROVIDERS: [{ id: 'a' }] } }],
  ['a misspelled nested value', { ingress: { enabled: true, hosts: ['cairn.example.com'] } }],
])('refuses %s', (_, changed) => {
  expect(faultsWith(changed)).not.toEqual([]);
});

test("does not set the chart's own variables twice", () => {
  const deployment = templates.find(({ name }) => name === 'deployment.yaml')?.text ?? '';
  const own = [...deployment.matchAll(/- \{ name: ([A-Z_]+), value(?:From)?:/g)].map(([, name = '']) => name);
  const free = own.filter((name) => name !== 'CAIRN_TRUST_PROXY');
  expect(free).toHaveLength(5);
  for (const name of [...free, 'PORT', 'CAIRN_HOST', 'CAIRN_METRICS_PORT', 'CAIRN_METRICS_HOST'])
    expect(faultsWith({ env: { [name]: 'x' } })).toContain(name);
  expect(faultsWith({ env: { CAIRN_TRUST_PROXY: true, CAIRN_JUDGE_DAILY_TOKENS: 2_000_000 } })).toEqual([]);
});
