// Commands that work in steps: `--plan` lists the remaining steps, `--apply` executes them.
import { refuse } from '../base/refusal.ts';
import type { CommandContext } from './command-context.ts';
import type { CommonOptions } from './options.ts';

export interface StepsOptions extends CommonOptions {
  readonly plan?: boolean;
  readonly apply?: boolean;
}

interface Step {
  readonly step: string;
  readonly table: string;
  readonly detail: string;
}

export interface StepsWork {
  /** Throws a refusal if the steps are not possible here. */
  readonly requireReady: () => void | Promise<void>;
  readonly plan: () => Promise<readonly Step[]>;
  readonly apply: (onStep: (step: Step) => void) => Promise<readonly Step[]>;
}

/**
 * Returns the remaining steps, or how many were done. Fails with `bad-request` if neither `--plan` nor `--apply` is
 * given.
 */
export async function planOrApply(
  { note }: Pick<CommandContext, 'note'>,
  { plan, apply }: StepsOptions,
  work: StepsWork,
): Promise<object> {
  if (plan !== true && apply !== true) throw refuse('bad-request', 'Add --plan or --apply.');
  await work.requireReady();
  if (plan === true) return (await work.plan()).map(({ step, table, detail }) => ({ step, table, detail }));
  const done = await work.apply(({ step, table, detail }) => note(`${step} ${table} ${detail}`));
  return { done: done.length, left: 0 };
}
