// Sets up the dispatcher of webhooks and audit streams: egress, log and metrics.
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { isRefusal } from '../base/refusal.ts';
import type { Tracing } from '../base/tracing.ts';
import type { AddressRange } from '../egress/address-rules.ts';
import { openEgress } from '../egress/egress.ts';
import type { Outbound } from '../egress/egress-request.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Sealer } from '../identity/sealed-secret.ts';
import type { Database } from '../storage/database.ts';
import { type Backlog, backlogOf } from '../webhooks/backlog.ts';
import { type Dispatcher, MAX_REQUESTS, startDispatcher } from '../webhooks/dispatch.ts';

export interface DispatchParts {
  readonly config: {
    readonly publicUrl: string;
    readonly egressAllow: readonly AddressRange[];
    readonly outbound: Outbound;
  };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly isReady: () => boolean;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
}

export interface Dispatch {
  readonly dispatcher: Dispatcher;
  /** Counts pending deliveries for the metrics. */
  readonly readBacklog: () => Promise<void>;
  /** Starts nothing new. Deliveries still in progress after `graceMs` are aborted and do not count as attempts. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000;

export function openDispatch({ config, metrics, logger, clock, isReady, tracing, ...parts }: DispatchParts): Dispatch {
  const { egressAllow, outbound, publicUrl } = config;
  // Separate from the egress for sign-in, so that a hanging receiver cannot delay an identity provider on the same
  // host.
  const traced = tracing && { tracing, purpose: 'webhooks' };
  // Receivers of many workspaces may share a server; unresponsive ones must not use up the others' connections.
  const bounds = { timeoutMs: TIMEOUT_MS, connections: MAX_REQUESTS, ignoresBodies: true };
  const egress = openEgress({ allow: egressAllow, outbound, publicUrl, ...bounds, traced });
  const deps = {
    ...parts,
    clock,
    egress,
    onAttempt: (outcome: string) => metrics.count('cairn_webhook_attempts_total', 'Attempts to deliver.', { outcome }),
    onFailure: (thrown: unknown) => {
      // The health watch already reports an unavailable database.
      if (!isRefusal(thrown, 'not-ready')) logger.warn({ err: thrown }, 'a webhook round failed and will be retried');
    },
  };
  const dispatcher = startDispatcher(deps, isReady);
  let backlog: Backlog | undefined;
  watchBacklog(metrics, () => backlog, clock);
  return {
    dispatcher,
    async readBacklog() {
      backlog = await backlogOf(parts.database);
    },
    async close(graceMs) {
      await dispatcher.stop(graceMs);
      await egress.close();
    },
  };
}

/** Figures for all processes of the service, read every few minutes. */
function watchBacklog(metrics: Metrics, last: () => Backlog | undefined, clock: Clock): void {
  const figure = (name: string, help: string, read: (backlog: Backlog) => number): void =>
    metrics.watch(name, help, () => {
      const backlog = last();
      return backlog === undefined ? 0 : read(backlog);
    });
  const age = (at: string | null): number => (at === null ? 0 : Math.max(0, (clock() - Date.parse(at)) / 1_000));
  figure('cairn_outbox_waiting', 'Events in the outbox.', ({ announced }) => announced);
  figure('cairn_webhook_deliveries_waiting', 'Pending deliveries.', ({ deliveries }) => deliveries);
  const oldest = 'Age of the oldest pending delivery.';
  figure('cairn_webhook_oldest_seconds', oldest, ({ oldest_delivery_at }) => age(oldest_delivery_at));
  const failing = 'Endpoints that are currently failing.';
  figure('cairn_webhook_endpoints_failing', failing, ({ failing_endpoints }) => failing_endpoints);
  const off = 'Endpoints that were turned off because they failed or answered 410.';
  figure('cairn_webhook_endpoints_given_up', off, ({ endpoints_given_up }) => endpoints_given_up);
  figure('cairn_audit_stream_entries_waiting', 'Pending audit entries.', (b) => b.stream_entries);
  figure('cairn_audit_streams_failing', 'Audit streams that are currently failing.', (b) => b.failing_streams);
}
