// How the definition of a command reaches what the command does. Nothing of the work is loaded before it is asked for:
// help, a wrong option and a wrong value are told at once.
import type { Config } from '../start/config.ts';
import type { CommandContext } from './command-context.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';
import type { Reporter } from './trails/reporter.ts';
import type { TrailsResult } from './trails/run-trails.ts';

export interface Run {
  /** On a database of this release's schema. */
  onDatabase(options: CommonOptions, work: (context: CommandContext) => Promise<object>): Promise<void>;
  /** With the configuration alone, for what opens by itself what it needs. */
  configured(options: CommonOptions, work: (config: Config, host: Host) => Promise<object>): Promise<void>;
  /** With nothing of the service's: for what asks a remote Cairn. */
  remote(options: CommonOptions, work: (host: Host) => Promise<object>): Promise<void>;
  /** With trails as files, which tell how far they have come and have exit codes of their own. */
  trails(options: CommonOptions, work: (host: Host, report: Reporter) => Promise<TrailsResult>): Promise<void>;
}

/** Each way prints what the work answers, or a sentence of what went wrong. */
export const runIn = (host: Host): Run => ({
  onDatabase: async (options, work) => (await import('./command-context.ts')).runOnDatabase(host, options, work),
  configured: async (options, work) =>
    (await import('./command-context.ts')).report(host, options, (config) => work(config, host)),
  remote: async (options, work) => (await import('./outcome.ts')).printOutcome(host, options, () => work(host)),
  trails: async (options, work) =>
    (await import('./trails/run-trails.ts')).runTrails(host, options, (report) => work(host, report)),
});
