// The Helm chart: its values are those that its templates read, and what would not start is refused before it is
// installed. What they become: rendered-chart.test.ts.
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

/** Where the schema refuses the chart's values with `changed` among them. */
function faultsWith(changed: Values): string[] {
  validate({ ...values(), ...changed });
  return (validate.errors ?? []).map(({ instancePath, propertyName }) => propertyName ?? instancePath);
}

test('the values of the chart are as its schema has them', () => {
  expect(faultsWith({})).toEqual([]);
});

/** `ingress.host` and the like; what is whole to the templates (`resources`) is not looked into. */
function namesOf(given: Values, whole: ReadonlySet<string>, before = ''): string[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const name = before + key;
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value) && !whole.has(name);
    return isInner ? namesOf(value as Values, whole, `${name}.`) : [name];
  });
}

test('each value is read by a template, and each that a template reads has a default', () => {
  const read = new Set(
    templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name)),
  );
  expect([...read].sort()).toEqual(namesOf(values(), read).sort());
});

test.each([
  ['a misspelled value', { replica: 3 }],
  ['a folder, which the other pods do not see', { assets: '/data/assets' }],
  ['a tag that YAML takes for a number', { image: { repository: 'cairn', tag: 20_261_127 } }],
  ['an address without a scheme', { publicUrl: 'cairn.example.com' }],
  ['a Secret without a name', { secretName: '' }],
  ['a list for a variable', { env: { CAIRN_PROVIDERS: [{ id: 'a' }] } }],
  ['a value inside that is misspelled', { ingress: { enabled: true, hosts: ['cairn.example.com'] } }],
])('%s is refused', (_, changed) => {
  expect(faultsWith(changed)).not.toEqual([]);
});

test('what the chart sets by itself is not set a second time', () => {
  const deployment = templates.find(({ name }) => name === 'deployment.yaml')?.text ?? '';
  const own = [...deployment.matchAll(/- \{ name: ([A-Z_]+), value(?:From)?:/g)].map(([, name = '']) => name);
  const free = own.filter((name) => name !== 'CAIRN_TRUST_PROXY');
  expect(free).toHaveLength(4);
  for (const name of [...free, 'PORT', 'CAIRN_HOST', 'CAIRN_METRICS_PORT', 'CAIRN_METRICS_HOST'])
    expect(faultsWith({ env: { [name]: 'x' } })).toContain(name);
  expect(faultsWith({ env: { CAIRN_TRUST_PROXY: true, CAIRN_JUDGE_DAILY_TOKENS: 2_000_000 } })).toEqual([]);
});
