// What `cairn rotate-secret` does: seals everything that is stored with the current secret of the service.
import { refuse } from '../base/refusal.ts';
import type { Resealed } from '../identity/reseal.ts';
import { resealClientSecrets } from '../identity/reseal-settings.ts';
import { SHARED_SECRETS, serviceSecrets } from '../start/service-secrets.ts';
import { forgetSharedSecrets } from '../storage/shared-secret.ts';
import { resealStreams, resealWebhooks } from '../webhooks/reseal.ts';
import type { CommandContext } from './command-context.ts';

const KINDS = {
  single_sign_on: resealClientSecrets,
  webhooks: resealWebhooks,
  audit_streams: resealStreams,
} as const;

/** Refuses with `conflict` if CAIRN_SECRET is not set. Safe to stop and to repeat. */
export async function rotateSecret({ config, database, note }: CommandContext): Promise<object> {
  if (config.secret === undefined)
    throw refuse('conflict', 'Set CAIRN_SECRET to the new secret, here and for every process of the service.');
  const secrets = serviceSecrets(config);
  await secrets.load(database);
  const results: Record<string, Resealed> = {};
  for (const [kind, reseal] of Object.entries(KINDS)) {
    const result = await reseal(database, secrets.sealing());
    results[kind] = result;
    note(`${kind.replaceAll('_', ' ')}: ${result.resealed} sealed again, ${result.current} current already`);
  }
  const isWhole = Object.values(results).every(({ unreadable }) => unreadable.length === 0);
  if (isWhole) await forgetSharedSecrets(database, Object.values(SHARED_SECRETS));
  return { ...results, next: isWhole ? DONE : UNREADABLE };
}

const DONE =
  'Everything is sealed with CAIRN_SECRET. Remove CAIRN_SECRET_PREVIOUS in a day, once cursors and sign-ins that it ' +
  'signed are over.';
const UNREADABLE =
  'No secret opens the texts listed as unreadable. Set CAIRN_SECRET_PREVIOUS to the secret that sealed them and run ' +
  'the command again, or enter them again in the console.';
