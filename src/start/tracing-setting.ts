// The variables of tracing. They are OpenTelemetry's own and may be set for other programs as well. Only these are
// checked here; the SDK reads the others (headers, timeouts, certificates, queues).
import type { Environment } from './environment.ts';

export interface TracingSetting {
  readonly protocol: 'http/protobuf' | 'http/json';
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/** Undefined if tracing is off, in which case the other variables are ignored. Adds errors to `faults`. */
export function tracingOf(env: Environment, faults: string[]): TracingSetting | undefined {
  const read = (name: string): string => env[name]?.trim() ?? '';
  const firstOf = (names: readonly string[]): string => names.find((name) => read(name) !== '') ?? names[0] ?? '';
  const endpoint = firstOf(ENDPOINTS);
  if (read(endpoint) === '' || read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  const exporter = read('OTEL_TRACES_EXPORTER') || 'otlp';
  if (exporter === 'none') return undefined;
  if (exporter !== 'otlp') faults.push(`OTEL_TRACES_EXPORTER must be otlp or none, not ${JSON.stringify(exporter)}.`);
  if (!isHttp(read(endpoint)))
    faults.push(`${endpoint} must be a URL that starts with http:// or https://, such as http://localhost:4318.`);
  faults.push(...faultsOfSampler(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG')));
  const named = firstOf(PROTOCOLS);
  const protocol = read(named) || 'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return { protocol };
  const port = protocol === 'grpc' ? ' The port of OTLP over HTTP is usually 4318.' : '';
  faults.push(`${named} must be http/protobuf or http/json, not ${JSON.stringify(protocol)}.${port}`);
  return undefined;
}

const isHttp = (given: string): boolean => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);

function faultsOfSampler(sampler: string, ratio: string): string[] {
  if (sampler === '') return [];
  if (!SAMPLERS.includes(sampler))
    return [`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not ${JSON.stringify(sampler)}.`];
  const isRatio = ratio !== '' && Number(ratio) >= 0 && Number(ratio) <= 1;
  if (!sampler.endsWith('traceidratio') || isRatio || ratio === '') return [];
  return [`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${JSON.stringify(ratio)}.`];
}
