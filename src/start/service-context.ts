// What everything that is wired into this process is given.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Config } from './config.ts';

export interface ServiceContext {
  readonly config: Config;
  readonly clock: Clock;
  /** Measures how long something lasts: it only goes forward. */
  readonly steadyClock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined: no traces. */
  readonly tracing: Tracing | undefined;
}
