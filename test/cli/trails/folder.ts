// A folder of trails for a test, with the commands on it as functions. Nothing is written to the terminal.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ApplyOptions, type ApplyResult, applyPlan } from '../../../src/cli/trails/apply-plan.ts';
import type { PlanOptions } from '../../../src/cli/trails/make-plan.ts';
import type { TrailPlan } from '../../../src/cli/trails/plan-file.ts';
import { planFolder } from '../../../src/cli/trails/plan-folder.ts';
import { type PullOptions, type PullResult, pull } from '../../../src/cli/trails/pull.ts';
import type { Reporter } from '../../../src/cli/trails/reporter.ts';
import { openTrails, type TrailsContext } from '../../../src/cli/trails/trails-context.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const nothing = (): void => {};
export const SILENT: Reporter = { begin: nothing, step: nothing, note: nothing, end: nothing };

export interface Folder {
  readonly dir: string;
  write(path: string, text: string | Uint8Array): void;
  open(fetchIt?: typeof fetch): Promise<TrailsContext>;
  pull(options?: PullOptions): Promise<PullResult>;
  plan(options?: PlanOptions): Promise<TrailPlan>;
  apply(
    plan: TrailPlan,
    options?: ApplyOptions & { readonly fetch?: typeof fetch; readonly report?: Reporter },
  ): Promise<ApplyResult>;
}

/** A folder whose commands use `key` at `url`. */
export function trailsFolder(url: string, key: string, dir = temporaryFolder('trails')): Folder {
  const open = (fetchIt?: typeof fetch, report = SILENT): Promise<TrailsContext> =>
    openTrails({ dir, lock: 'cairn.lock.json', url, key }, report, {}, fetchIt);
  return {
    dir,
    open,
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    pull: async (options = {}) => pull(await open(), options),
    plan: async (options = {}) => planFolder(await open(), options),
    apply: async (plan, options = {}) => applyPlan(await open(options.fetch, options.report), plan, options),
  };
}

/** The trail.yaml of a publishable trail with passing examples. */
export const trailYaml = (title: string, more = ''): string =>
  [
    `title: ${title}`,
    `description: You get ${title} done.`,
    `trigger:\n  when: At ${title}.\n  keywords: [${title.toLowerCase()}]`,
    `  examples:\n    - {text: ${title.toLowerCase()}, expect: match}`,
    `prompts:\n  - {id: p1, label: Do, body: "Do ${title} with {{notes}}"}`,
    `${more}\n`,
  ].join('\n');
