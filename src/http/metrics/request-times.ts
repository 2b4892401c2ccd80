// Request durations as a Prometheus histogram. prom-client joins the labels for every value, which is slow. This counts
// values per series and passes the series to prom-client at each scrape.
import { Histogram, type Registry } from 'prom-client';

/** Requests of one route and method. */
export interface Times {
  add(seconds: number): void;
}

type Labels = Readonly<Record<'route' | 'method', string>>;

interface Series extends Times {
  readonly labels: Labels;
  /** Number of requests per bucket: up to its bound, and above the previous one. */
  readonly counts: readonly number[];
  readonly total: { readonly count: number; readonly seconds: number };
}

const NAME = 'cairn_http_request_seconds';
const HELP = 'Seconds from the first byte of a request to the end of its response.';
/** In seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class RequestTimes extends Histogram {
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry) {
    super({ name: NAME, help: HELP, labelNames: ['route', 'method'], buckets: BOUNDS, registers: [registry] });
  }

  of(labels: Labels): Times {
    const key = `${labels.method} ${labels.route}`;
    const series = this.#series.get(key) ?? openSeries(labels);
    this.#series.set(key, series);
    return series;
  }

  /** prom-client renders this as text and sends it to other processes. */
  async getForPromString(): Promise<object> {
    const values = [...this.#series.values()].flatMap(valuesOf);
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values };
  }
}

function openSeries(labels: Labels): Series {
  const counts = BOUNDS.map(() => 0);
  const total = { count: 0, seconds: 0 };
  return {
    labels,
    counts,
    total,
    add(seconds) {
      total.count += 1;
      total.seconds += seconds;
      const at = BOUNDS.findIndex((bound) => seconds <= bound);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    },
  };
}

interface Value {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Labels;
  readonly value: number;
}

/** Buckets are cumulative. */
function valuesOf({ labels, counts, total }: Series): Value[] {
  const named = (what: string, value: number, own: Value['labels'] = {}): Value => ({
    metricName: `${NAME}_${what}`,
    labels: own,
    sharedLabels: labels,
    value,
  });
  let soFar = 0;
  const buckets = BOUNDS.map((le, at) => {
    soFar += counts[at] ?? 0;
    return named('bucket', soFar, { le });
  });
  const all = named('bucket', total.count, { le: '+Inf' });
  return [...buckets, all, named('sum', total.seconds), named('count', total.count)];
}
