// The shapes of the Kubernetes objects that the chart makes, as far as it uses them. They refuse fields that Kubernetes
// does not know, which an API server would drop or refuse, and values of the wrong type.
import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
/** An object in which only `required` must be present. */
const object = (required: TProperties, optional: TProperties = {}): TObject =>
  Type.Object(
    { ...required, ...Object.fromEntries(Object.entries(optional).map(([name, one]) => [name, Type.Optional(one)])) },
    closed,
  );
const texts = Type.Record(Type.String(), Type.String());
const port = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.String({ pattern: '^[a-z-]{1,15}$' })]);
const name = Type.String({ pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$', maxLength: 63 });
const count = Type.Integer({ minimum: 0 });
const metadata = object({ name, labels: texts }, { annotations: texts });
const selector = object({ matchLabels: texts });

const resources = object({}, { requests: texts, limits: texts });
const probe = object(
  { httpGet: object({ path: Type.String(), port }) },
  { periodSeconds: count, timeoutSeconds: count, failureThreshold: count },
);
const secretKey = object({ secretKeyRef: object({ name, key: Type.String() }) });
const container = object(
  { name, image: Type.String({ pattern: '^\\S+:\\S+$' }) },
  {
    imagePullPolicy: Type.Union([Type.Literal('Always'), Type.Literal('IfNotPresent'), Type.Literal('Never')]),
    securityContext: object(
      {},
      {
        allowPrivilegeEscalation: Type.Boolean(),
        readOnlyRootFilesystem: Type.Boolean(),
        capabilities: object({}, { drop: Type.Array(Type.String()) }),
      },
    ),
    command: Type.Array(Type.String()),
    args: Type.Array(Type.String()),
    env: Type.Array(object({ name: Type.String() }, { value: Type.String(), valueFrom: secretKey })),
    envFrom: Type.Array(object({ secretRef: object({ name }) })),
    ports: Type.Array(object({ name: Type.String(), containerPort: port })),
    ...{ startupProbe: probe, livenessProbe: probe, readinessProbe: probe, resources },
    volumeMounts: Type.Array(object({ name, mountPath: Type.String() }, { readOnly: Type.Boolean() })),
  },
);
const volume = object(
  { name },
  {
    emptyDir: object({}),
    persistentVolumeClaim: object({ claimName: name }),
    secret: object({ secretName: name }),
  },
);
const podSpec = object(
  { containers: Type.Array(container, { minItems: 1 }) },
  {
    ...{ automountServiceAccountToken: Type.Boolean(), enableServiceLinks: Type.Boolean(), serviceAccountName: name },
    imagePullSecrets: Type.Array(object({ name })),
    ...{ priorityClassName: name, nodeSelector: texts, tolerations: Type.Array(Type.Object({})) },
    ...{ affinity: Type.Object({}), topologySpreadConstraints: Type.Array(Type.Object({})) },
    ...{ terminationGracePeriodSeconds: count, restartPolicy: Type.Literal('Never'), volumes: Type.Array(volume) },
    securityContext: object(
      {},
      {
        ...{ runAsNonRoot: Type.Boolean(), runAsUser: count, runAsGroup: count, fsGroup: count },
        seccompProfile: object({ type: Type.Literal('RuntimeDefault') }),
      },
    ),
  },
);
const pod = object({ metadata: object({ labels: texts }, { annotations: texts }), spec: podSpec });

const servicePort = object({ name: Type.String(), port, targetPort: port });
const peers = Type.Array(Type.Object({}), { minItems: 1 });
const networkPort = object({ port, protocol: Type.Union([Type.Literal('TCP'), Type.Literal('UDP')]) });
const rule = object({}, { ports: Type.Array(networkPort), from: peers, to: peers });

const withSpec = (apiVersion: string, spec: TSchema) =>
  object({ apiVersion: Type.Literal(apiVersion), kind: Type.String(), metadata, spec });

/** By kind. */
export const KUBERNETES_SHAPES: Readonly<Record<string, TSchema>> = {
  Deployment: withSpec('apps/v1', object({ selector, template: pod, strategy: Type.Object({}) }, { replicas: count })),
  Service: withSpec(
    'v1',
    object(
      { selector: texts, ports: Type.Array(servicePort) },
      { type: Type.String(), clusterIP: Type.Literal('None') },
    ),
  ),
  Ingress: withSpec(
    'networking.k8s.io/v1',
    object(
      { rules: Type.Array(Type.Object({ host: Type.String() })) },
      { ingressClassName: name, tls: Type.Array(Type.Object({})) },
    ),
  ),
  PodDisruptionBudget: withSpec(
    'policy/v1',
    object({ selector, maxUnavailable: Type.Union([count, Type.String({ pattern: '^\\d+%$' })]) }),
  ),
  ServiceAccount: object({
    ...{ apiVersion: Type.Literal('v1'), kind: Type.String(), metadata },
    automountServiceAccountToken: Type.Boolean(),
  }),
  HorizontalPodAutoscaler: withSpec(
    'autoscaling/v2',
    object({
      scaleTargetRef: object({ apiVersion: Type.Literal('apps/v1'), kind: Type.Literal('Deployment'), name }),
      ...{ minReplicas: count, maxReplicas: count },
      metrics: Type.Array(
        object({
          type: Type.Literal('Resource'),
          resource: object({
            name: Type.Literal('cpu'),
            target: object({ type: Type.Literal('Utilization'), averageUtilization: count }),
          }),
        }),
      ),
    }),
  ),
  ServiceMonitor: withSpec(
    'monitoring.coreos.com/v1',
    object({
      selector,
      endpoints: Type.Array(
        object({
          ...{ port: Type.Literal('metrics'), interval: Type.String() },
          authorization: object({ credentials: object({ name, key: Type.String() }) }),
        }),
      ),
    }),
  ),
  NetworkPolicy: withSpec(
    'networking.k8s.io/v1',
    object(
      { podSelector: selector, policyTypes: Type.Array(Type.String()), ingress: Type.Array(rule) },
      { egress: Type.Array(rule) },
    ),
  ),
  PersistentVolumeClaim: withSpec(
    'v1',
    object({ accessModes: Type.Array(Type.String()), resources }, { storageClassName: name }),
  ),
  CronJob: withSpec(
    'batch/v1',
    object({
      ...{ schedule: Type.String(), concurrencyPolicy: Type.Literal('Forbid'), failedJobsHistoryLimit: count },
      jobTemplate: object({ spec: object({ backoffLimit: count, template: pod }) }),
    }),
  ),
};
