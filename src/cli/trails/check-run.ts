// The work of `cairn trails check`, which needs no server and loads no part of the service but its rules.
import { resolve } from 'node:path';
import type { Host } from '../host.ts';
import { EXIT } from '../outcome.ts';
import { type CheckOptions, checkFolder } from './check-folder.ts';
import { type CheckFormat, checkText } from './check-text.ts';
import type { TrailsResult } from './run-trails.ts';
import type { TrailsOptions } from './trails-context.ts';

export interface CheckCommandOptions extends CheckOptions {
  readonly strict?: boolean;
  readonly format?: CheckFormat;
}

/** Fails the command if there are errors or, with `strict`, warnings. */
export async function checkTrails(
  { env }: Host,
  options: Pick<TrailsOptions, 'dir' | 'lock'> & CheckCommandOptions,
  folders: readonly string[],
): Promise<TrailsResult> {
  const root = resolve(options.dir);
  const result = await checkFolder(root, options.lock, folders, options);
  const isBad = result.findings.some(({ severity }) => options.strict === true || severity === 'error');
  // GitHub expects paths from the root of the checkout.
  const from = options.format === 'github' ? (env.GITHUB_WORKSPACE ?? '.') : '.';
  const text = checkText(result, root, resolve(from), options.format ?? 'text');
  return { value: result, text, code: isBad ? EXIT.refused : 0 };
}
