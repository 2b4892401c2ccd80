// Uploads an image of a plan. Repeating it has no effect, because it has an idempotency key.
import { join } from 'node:path';
import type { Cairn } from '@cairn/client';
import { refuse } from '../../base/refusal.ts';
import { sha256Of } from './image-links.ts';
import type { Step } from './plan-file.ts';
import { bytesWithin } from './trail-files.ts';

/** Returns the SHA-256 of the file and the URL of its image. */
export async function uploadStep(
  { cairn, root }: { readonly cairn: Cairn; readonly root: string },
  plan: string,
  step: Extract<Step, { readonly kind: 'upload' }>,
): Promise<Readonly<Record<string, string>>> {
  const bytes = await bytesWithin(join(root, step.folder), step.path, step.folder);
  if (bytes === undefined || sha256Of(bytes) !== step.sha256)
    throw refuse('conflict', `${step.folder}/${step.path} has changed since the plan was made. Make a new plan.`);
  const trailId = step.trail_id ?? undefined;
  const idempotencyKey = `cairn-plan-${plan}-${step.id}`;
  const { url } = await cairn.assets.upload(bytes, { idempotencyKey, trailId });
  return { [step.sha256]: url };
}
