// Connects command definitions to their work, which is loaded only on demand, so --help and option errors are fast.
import type { Config } from '../start/config.ts';
import type { CommandContext } from './command-context.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';
import type { Reporter } from './trails/reporter.ts';
import type { TrailsResult } from './trails/run-trails.ts';

export interface Run {
  /** With a database that has this release's schema. */
  onDatabase(options: CommonOptions, work: (context: CommandContext) => Promise<object>): Promise<void>;
  /** With only the configuration, for work that opens what it needs. */
  configured(options: CommonOptions, work: (config: Config, host: Host) => Promise<object>): Promise<void>;
  /** Without local configuration, for requests to a remote Cairn. */
  remote(options: CommonOptions, work: (host: Host) => Promise<object>): Promise<void>;
  /** For trails as files. These commands report progress and have their own exit codes. */
  trails(options: CommonOptions, work: (host: Host, report: Reporter) => Promise<TrailsResult>): Promise<void>;
}

/** Each method prints the result of `work`, or its error. */
export const runIn = (host: Host): Run => ({
  onDatabase: async (options, work) => (await import('./command-context.ts')).runOnDatabase(host, options, work),
  configured: async (options, work) =>
    (await import('./command-context.ts')).report(host, options, (config) => work(config, host)),
  remote: async (options, work) => (await import('./outcome.ts')).printOutcome(host, options, () => work(host)),
  trails: async (options, work) =>
    (await import('./trails/run-trails.ts')).runTrails(host, options, (report) => work(host, report)),
});
