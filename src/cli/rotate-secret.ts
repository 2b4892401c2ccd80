// `cairn rotate-secret`: encrypts all stored secrets with the current service secret.
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

/** Fails with `conflict` if CAIRN_SECRET is not set. Safe to stop and to repeat. */
export async function rotateSecret({ config, database, note }: CommandContext): Promise<object> {
  if (config.secret === undefined)
    throw refuse('conflict', 'Set CAIRN_SECRET to the new secret, here and for every process of the service.');
  const secrets = serviceSecrets(config);
  await secrets.load(database);
  const results: Record<string, Resealed> = Object.create(null);
  for (const [kind, reseal] of Object.entries(KINDS)) {
    const result = await reseal(database, secrets.sealing());
    results[kind] = result;
    note(`${kind.replaceAll('_', ' ')}: ${result.resealed} sealed again, ${result.current} already current`);
  }
  const isWhole = Object.values(results).every(({ unreadable }) => unreadable.length === 0);
  if (isWhole) await forgetSharedSecrets(database, Object.values(SHARED_SECRETS));
  return { ...results, next: isWhole ? DONE : UNREADABLE };
}

const DONE =
  'Everything is sealed with CAIRN_SECRET. Remove CAIRN_SECRET_PREVIOUS after a day, when the cursors and sign-ins ' +
  'signed with it have expired.';
const UNREADABLE =
  'The listed texts were sealed with an unknown secret. Set CAIRN_SECRET_PREVIOUS to that secret and run the ' +
  'command again, or enter the texts again in the console.';
