// The rendered Helm chart: values reach the service with the meaning that their author intended.
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/start/config.ts';
import { goTemplates } from './go-template.ts';
import { KUBERNETES_SHAPES } from './kubernetes-shapes.ts';

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

/** Merges maps as Helm merges values. Null removes a default. */
const joined = (usual: unknown, given: unknown): unknown =>
  isMap(usual) && isMap(given)
    ? Object.fromEntries(
        Object.entries({
          ...usual,
          ...Object.fromEntries(Object.entries(given).map(([key, one]) => [key, joined(usual[key], one)])),
        }).filter(([, one]) => one !== null),
      )
    : given;

const dataOf = (given: string) => ({
  Values: joined(yaml(read('values.yaml')), yaml(given) ?? {}),
  Chart: { Name: 'cairn', Version: '1.0.0', AppVersion: '1.0.0' },
  Release: { Name: 'trails', Namespace: 'cairn', Service: 'Helm' },
});

/** All resources of the chart with these values. */
function allWith(given: string): readonly Resource[] {
  return names
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const documents = parseAllDocuments(render(read(`templates/${name}`), dataOf(given)), { version: '1.1' });
      return [...documents].map((document) => {
        expect([name, document.errors, document.warnings]).toEqual([name, [], []]);
        return document.toJS() as Resource | null;
      });
    })
    .filter((one) => one !== null);
}

/** By kind. */
const resourcesWith = (given: string): Readonly<Record<string, Resource | undefined>> =>
  Object.fromEntries(allWith(given).map((one) => [one.kind, one]));

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
serviceAccount: { name: cairn }
image: { repository: registry.example/cairn, tag: '20261127', pullSecrets: [registry] }
resources: { limits: { memory: 1Gi } }
drainSeconds: 40
`;
  const { spec } = podOf(said);
  const given = yaml(said);
  const { nodeSelector, tolerations, affinity, priorityClassName } = given;
  expect(spec).toMatchObject({ nodeSelector, tolerations, affinity, priorityClassName, serviceAccountName: 'cairn' });
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

const SETS: Readonly<Record<string, { readonly given: string; readonly kinds: readonly string[] }>> = {
  'the defaults': { given: '', kinds: ['Deployment', 'PodDisruptionBudget', 'Service'] },
  'an ingress and own files': {
    given: `ingress: { enabled: true, className: nginx, tlsSecret: tls }
env: { CAIRN_CA_FILE: /etc/ca/ca.pem }
volumes: [{ name: ca, secret: { secretName: authority } }]
volumeMounts: [{ name: ca, mountPath: /etc/ca, readOnly: true }]`,
    kinds: ['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service'],
  },
  OpenShift: { given: read('values-openshift.yaml'), kinds: ['Deployment', 'PodDisruptionBudget', 'Service'] },
  'autoscaling, metrics and an account': {
    given: `autoscaling: { enabled: true, maxReplicas: 4 }
replicas: 1
serviceMonitor: { enabled: true, labels: { release: prometheus } }
serviceAccount: { create: true, annotations: { eks.amazonaws.com/role-arn: 'arn:aws:iam::1:role/cairn' } }`,
    kinds: [
      ...['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service', 'Service', 'ServiceAccount'],
      'ServiceMonitor',
    ],
  },
  'backups and a closed network': {
    given: `backup: { enabled: true, keep: 3, storageClassName: fast }
podDisruptionBudget: { enabled: false }
image: { pullSecrets: [registry] }
networkPolicy:
  enabled: true
  from: [{ namespaceSelector: { matchLabels: { name: ingress } } }]
  egress: [{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }], ports: [{ port: 5432, protocol: TCP }] }]`,
    kinds: ['CronJob', 'Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service'],
  },
};

test.each(Object.keys(SETS))('renders valid objects for %s', (set) => {
  const { given, kinds } = SETS[set] ?? { given: '', kinds: [] };
  const resources = allWith(given);
  expect(resources.map(({ kind }) => kind).sort()).toEqual(kinds);
  const schema = new Ajv({ allErrors: true }).compile(JSON.parse(read('values.schema.json')) as object);
  schema(joined(yaml(read('values.yaml')), yaml(given) ?? {}));
  expect(schema.errors ?? []).toEqual([]);
  for (const resource of resources) {
    const validate = new Ajv({ allErrors: true }).compile(KUBERNETES_SHAPES[resource.kind] ?? {});
    validate(resource);
    expect([resource.kind, validate.errors ?? []]).toEqual([resource.kind, []]);
  }
});

test('lets OpenShift choose the user, and otherwise sets the one of the image', () => {
  const identityOf = (given: string) => podOf(given).spec.securityContext as Values;
  expect(identityOf('')).toMatchObject({ runAsUser: 10_001, runAsNonRoot: true });
  const open = identityOf(read('values-openshift.yaml'));
  expect(Object.keys(open).sort()).toEqual(['runAsNonRoot', 'seccompProfile']);
});

test('backs up with the environment of the service, and keeps as many backups as configured', () => {
  const job = resourcesWith(
    'backup: { enabled: true, keep: 3, claim: nas }\nenv: { CAIRN_CA_FILE: /etc/ca.pem }',
  ).CronJob;
  const text = JSON.stringify(job?.spec);
  expect(text).toContain('"name":"KEEP","value":"3"');
  expect(text).toContain('"name":"CAIRN_CA_FILE","value":"/etc/ca.pem"');
  expect(text).toContain('"claimName":"nas"');
  expect(resourcesWith('backup: { enabled: true, claim: nas }').PersistentVolumeClaim).toBeUndefined();
});
