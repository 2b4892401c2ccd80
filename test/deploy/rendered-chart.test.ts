// The rendered Helm chart: values reach the service with the meaning that their author intended.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/start/config.ts';
import { goTemplates } from './go-template.ts';

const CHART = 'deploy/helm/cairn';
const read = (name: string): string => readFileSync(`${CHART}/${name}`, 'utf8');
// Helm reads YAML 1.1, where `off` is false.
const yaml = (text: string): Record<string, unknown> => parse(text, { version: '1.1' }) as Record<string, unknown>;
const names = readdirSync(`${CHART}/templates`);
const render = goTemplates(names.filter((name) => name.endsWith('.tpl')).map((name) => read(`templates/${name}`)));

type Values = Readonly<Record<string, unknown>>;
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Values };
  readonly spec: Values;
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges maps as Helm merges values. */
const joined = (usual: unknown, given: unknown): unknown =>
  isMap(usual) && isMap(given)
    ? { ...usual, ...Object.fromEntries(Object.entries(given).map(([key, one]) => [key, joined(usual[key], one)])) }
    : given;

const dataOf = (given: string) => ({
  Values: joined(yaml(read('values.yaml')), yaml(given) ?? {}),
  Chart: { Name: 'cairn', Version: '1.0.0', AppVersion: '1.0.0' },
  Release: { Name: 'trails', Namespace: 'cairn', Service: 'Helm' },
});

/** All resources of the chart with these values, by kind. */
function resourcesWith(given: string): Readonly<Record<string, Resource | undefined>> {
  const resources = names
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const documents = parseAllDocuments(render(read(`templates/${name}`), dataOf(given)), { version: '1.1' });
      return [...documents].map((document) => {
        expect([name, document.errors, document.warnings]).toEqual([name, [], []]);
        return document.toJS() as Resource | null;
      });
    });
  return Object.fromEntries(resources.flatMap((one) => (one === null ? [] : [[one.kind, one]])));
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: unknown }[];
  readonly image: unknown;
}

const podOf = (given: string) =>
  (resourcesWith(given).Deployment?.spec.template as { spec: Values; metadata: { labels: Values } }) ?? {};

/** The environment of the pod. */
function environmentWith(given: string): Readonly<Record<string, unknown>> {
  const [container] = podOf(given).spec.containers as readonly Container[];
  return Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
}

test.each([
  ['CAIRN_DEMO: off', 'off'],
  ['CAIRN_DEMO: on', 'on'],
  ["CAIRN_DEMO: 'off'", 'off'],
  ['CAIRN_JUDGE_DAILY_TOKENS: 2000000', '2000000'],
  ['CAIRN_JUDGE_THRESHOLD: 0.5', '0.5'],
  ['CAIRN_POOL: 0', '0'],
  [`CAIRN_PROVIDERS: '[{"id":"a"}]'`, '[{"id":"a"}]'],
  ["CAIRN_TRUST_PROXY: '10.0.0.0/8, 192.168.0.0/16'", '10.0.0.0/8, 192.168.0.0/16'],
])('passes %s under env as %s to the service', (line, value) => {
  const name = line.split(':')[0] ?? '';
  expect(environmentWith(`env:\n  ${line}`)[name]).toBe(value);
});

test('starts the service with the default chart, and passes every variable as text', () => {
  const { CAIRN_DATABASE_URL: fromSecret, ...env } = environmentWith('ingress: { enabled: true }');
  expect(fromSecret).toBeUndefined();
  expect(Object.entries(env).filter(([, value]) => typeof value !== 'string')).toEqual([]);
  const config = readConfig({ ...(env as Record<string, string>), CAIRN_DATABASE_URL: 'postgres://db/cairn' });
  expect('faults' in config ? config.faults : []).toEqual([]);
  expect(env.CAIRN_TRUST_PROXY).toBe('on');
  expect(environmentWith('ingress: { enabled: false }')).not.toHaveProperty('CAIRN_TRUST_PROXY');
  expect(environmentWith("ingress: { enabled: true }\nenv: { CAIRN_TRUST_PROXY: '2' }").CAIRN_TRUST_PROXY).toBe('2');
});

test('accepts a wildcard host unchanged', () => {
  const { Ingress } = resourcesWith("ingress: { enabled: true, host: '*.example.com', tlsSecret: tls }");
  expect(Ingress?.spec).toMatchObject({
    rules: [{ host: '*.example.com' }],
    tls: [{ hosts: ['*.example.com'], secretName: 'tls' }],
  });
  expect(resourcesWith('ingress: { enabled: false }').Ingress).toBeUndefined();
});

test('selects the pods in the Service and the disruption budget', () => {
  const { Deployment, Service, PodDisruptionBudget } = resourcesWith('podLabels: { team: docs }');
  const { labels } = podOf('podLabels: { team: docs }').metadata;
  expect(labels).toMatchObject({ ...(Service?.spec.selector as object), team: 'docs' });
  const selector = { matchLabels: Service?.spec.selector };
  expect([Deployment?.spec.selector, PodDisruptionBudget?.spec.selector]).toEqual([selector, selector]);
  expect(resourcesWith('replicas: 1').PodDisruptionBudget).toBeUndefined();
});

test('copies pod settings unchanged', () => {
  const said = `
volumes: [{ name: ca, secret: { secretName: authority } }]
volumeMounts: [{ name: ca, mountPath: /etc/ca, readOnly: true }]
nodeSelector: { disk: ssd }
tolerations: [{ key: dedicated, operator: Exists, tolerationSeconds: 3600000 }]
affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } }
priorityClassName: high
serviceAccountName: cairn
image: { repository: registry.example/cairn, tag: '20261127', pullSecrets: [registry] }
resources: { limits: { memory: 1Gi } }
drainSeconds: 40
`;
  const { spec } = podOf(said);
  const given = yaml(said);
  const { nodeSelector, tolerations, affinity, priorityClassName, serviceAccountName } = given;
  expect(spec).toMatchObject({ nodeSelector, tolerations, affinity, priorityClassName, serviceAccountName });
  expect(spec).toMatchObject({
    imagePullSecrets: [{ name: 'registry' }],
    terminationGracePeriodSeconds: 60,
    volumes: expect.arrayContaining(given.volumes as object[]),
    containers: [
      {
        image: 'registry.example/cairn:20261127',
        resources: { limits: { memory: '1Gi' } },
        volumeMounts: expect.arrayContaining(given.volumeMounts as object[]),
      },
    ],
  });
  expect((spec.topologySpreadConstraints as object[]).length).toBe(2);
});

test.each(['ingress: { enabled: true }', 'ingress: { enabled: false }'])(
  'shows notes for %s without missing values',
  (given) => {
    const notes = render(read('templates/NOTES.txt'), dataOf(given));
    expect(notes).toContain('rollout status deployment/trails');
    expect(notes).not.toMatch(/\{\{|undefined|no value/);
    expect(notes.includes('The ingress is disabled')).toBe(given.includes('false'));
  },
);
