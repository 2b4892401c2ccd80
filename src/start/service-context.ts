// The context of all parts of this process.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Config } from './config.ts';

export interface ServiceContext {
  readonly config: Config;
  readonly clock: Clock;
  /** Monotonic, for measuring durations. */
  readonly steadyClock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
}
