// A histogram of durations that its owner counts. prom-client reads it at each scrape.
import { Histogram, type Registry } from 'prom-client';

/** How many took at most `seconds`, in ascending order. The last limit is infinite. */
export interface Durations {
  readonly within: readonly { readonly seconds: number; readonly works: number }[];
  /** The sum of all durations. */
  readonly seconds: number;
}

export class WatchedHistogram extends Histogram {
  readonly #read: () => Durations;
  readonly #name: string;
  readonly #help: string;

  constructor(registry: Registry, name: string, help: string, read: () => Durations) {
    super({ name, help, registers: [registry] });
    this.#read = read;
    this.#name = name;
    this.#help = help;
  }

  /** prom-client renders this as text and sends it to other processes. */
  async getForPromString(): Promise<object> {
    const { within, seconds } = this.#read();
    const named = (what: string, value: number, labels = {}) => ({
      ...{ metricName: `${this.#name}_${what}`, labels, sharedLabels: {}, value },
    });
    const buckets = within.map(({ seconds: limit, works }) =>
      named('bucket', works, { le: Number.isFinite(limit) ? limit : '+Inf' }),
    );
    const values = [...buckets, named('sum', seconds), named('count', within.at(-1)?.works ?? 0)];
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}
