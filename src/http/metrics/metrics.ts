// Prometheus metrics, served on a separate port by serve-metrics.ts.
import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestTimes, type Times } from './request-times.ts';
import { type Durations, WatchedHistogram } from './watched-histogram.ts';

/** One answered request. */
interface AnsweredRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Empty if the request was not refused. */
  readonly slug: string;
  readonly seconds: number;
}

export interface Metrics {
  request(answered: AnsweredRequest): void;
  rateLimited(policy: string): void;
  /** Increments a room's counter, which is created on first use. */
  count(name: string, help: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /**
   * A value read at each scrape. `total` only grows. `least` and `most` aggregate over processes; otherwise values are
   * summed. There is one reading for each set of labels.
   */
  watch(name: string, help: string, read: () => number | readonly Sample[], kind?: FigureKind): void;
  /** A histogram that its owner counts. */
  watchDurations(name: string, help: string, read: () => Durations): void;
  text(): Promise<string>;
}

export type FigureKind = 'now' | 'least' | 'most' | 'total';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Requests with the same labels, counted here until the next scrape. */
interface Series extends Pick<AnsweredRequest, 'route' | 'method' | 'status' | 'slug'> {
  count: number;
  readonly times: Times;
}

/** Gauges of the library that are named like counters. The same values have labels in other metrics. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export function openMetrics(): Metrics {
  const registry = new Registry();
  // Under their usual names, so that common dashboards fit.
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  if (cluster.isWorker) answerWithFigures(registry);
  /** By route. Each route has only a few. */
  const series = new Map<string, Series[]>();
  new Counter({
    name: 'cairn_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status', 'slug'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, route, method, status, slug } of [...series.values()].flat())
        this.inc({ route, method, status, slug }, count);
    },
  });
  const seconds = new RequestTimes(registry);
  const limited = new Counter({
    name: 'cairn_rate_limited_total',
    help: 'Requests refused by a bucket.',
    labelNames: ['policy'],
    registers: [registry],
  });
  const own = new Map<string, Counter>();
  return {
    request({ route, method, status, slug, seconds: took }) {
      const ofRoute = series.get(route) ?? [];
      if (ofRoute.length === 0) series.set(route, ofRoute);
      let one = ofRoute.find((known) => known.status === status && known.method === method && known.slug === slug);
      if (one === undefined) {
        one = { route, method, status, slug, count: 0, times: seconds.of({ route, method }) };
        ofRoute.push(one);
      }
      one.count += 1;
      one.times.add(took);
    },
    rateLimited: (policy) => limited.inc({ policy }),
    count(name, help, labels = {}, by = 1) {
      let counter = own.get(name);
      if (counter === undefined) {
        counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] });
        own.set(name, counter);
      }
      counter.inc(labels, by);
    },
    watch: (name, help, read, kind = 'now') => void register(registry, name, help, read, kind),
    watchDurations: (name, help, read) => void new WatchedHistogram(registry, name, help, read),
    text: () => registry.metrics(),
  };
}

/** Responds to the process that started this one (workersMetrics). */
function answerWithFigures(registry: Registry): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

function register(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | readonly Sample[],
  kind: FigureKind,
): Counter | Gauge {
  const readings = (): readonly Sample[] => {
    const value = read();
    return typeof value === 'number' ? [{ labels: {}, value }] : value;
  };
  const labelNames = Object.keys(readings()[0]?.labels ?? {});
  const collect = function (this: Counter | Gauge): void {
    this.reset();
    for (const { labels, value } of readings()) this.inc(labels, value);
  };
  const setting = { name, help, labelNames, registers: [registry], collect };
  if (kind === 'total') return new Counter(setting);
  return new Gauge({ ...setting, aggregator: ACROSS_PROCESSES[kind] });
}

const ACROSS_PROCESSES = { now: 'sum', least: 'min', most: 'max' } as const;

/** In the primary of `node:cluster`: the metrics of all workers. */
export function workersMetrics(): Pick<Metrics, 'text'> {
  const all = new AggregatorRegistry();
  return { text: () => all.clusterMetrics() };
}
