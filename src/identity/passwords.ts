// Passwords: checked at sign-in, and set or changed by the signed-in person. The door throttles attempts.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import type { Visitor } from '../base/fair-turns.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import { isTeamsOwn } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { holdActiveMember } from '../directory/members/members.ts';
import type { Db, Tx } from '../storage/database.ts';
import { LINK_LIFETIME_MS } from './login-links.ts';
import { NOBODYS_HASH, type PasswordHasher } from './password-hash.ts';
import * as store from './password-store.ts';
import { type Weakness, weaknessOf } from './password-strength.ts';
import type { SessionCaller, SessionFacts } from './session.ts';
import { requireSession } from './sessions.ts';
import { endOtherSessionsIn, getFacts } from './sign-in.ts';

/** Characters, in Unicode code points (Decision 15). */
export const PASSWORD_LENGTHS = { least: 12, most: 256 } as const;

/** The stored password of the account with that address. */
export const findPassword = (db: Db, email: string): Promise<store.PasswordRow | undefined> =>
  store.findByEmail(db, email.trim());

/**
 * Checks the password. `find` reads the stored one when it is the visitor's turn. Fails with `unauthorized` if the
 * address is unknown, has no password, or has a different one. The message and the response time are the same in all
 * three cases. Fails like `PasswordHasher`.
 */
export async function checkPassword(
  hasher: PasswordHasher,
  find: () => Promise<store.PasswordRow | undefined>,
  password: string,
  visitor: Visitor,
): Promise<store.PasswordRow> {
  const found: { row?: store.PasswordRow | undefined } = {};
  const findHash = async (): Promise<string> => {
    found.row = await find();
    return found.row?.hash ?? NOBODYS_HASH;
  };
  const isRight = await hasher.matches(password, findHash, visitor);
  if (found.row !== undefined && isRight) return found.row;
  throw notRight();
}

/**
 * Checks a signed-in person's password again, for changes in that workspace that need more than a session. Fails with
 * `forbidden`, and like `PasswordHasher`.
 */
export async function checkPasswordAgain(
  db: Db,
  hasher: PasswordHasher,
  person: { readonly id: string; readonly email: string },
  teamId: string,
  password: string,
): Promise<store.PasswordRow> {
  const stored = await findPassword(db, person.email);
  const isOwn = stored?.account_id === person.id && opensTeam(stored.team_id, teamId);
  const visitor = { key: person.id, isKnown: true };
  if (isOwn && (await hasher.matches(password, async () => stored.hash, visitor))) return stored;
  throw refuse('forbidden', 'The password is not right. Try again.');
}

/** True if a password that opens `passwordTeamId` (null: all of the person's workspaces) opens the workspace. */
export const opensTeam = (passwordTeamId: string | null, teamId: string): boolean =>
  passwordTeamId === null || passwordTeamId === teamId;

/**
 * Locks the checked password until the transaction ends. Changing or removing a password also ends the sessions that it
 * opened, so that change will see this transaction's session. Fails like `checkPassword`.
 */
export async function holdChecked(tx: Tx, checked: store.PasswordRow): Promise<void> {
  if (!(await store.holdPassword(tx, checked))) throw notRight();
}

const notRight = (): Error =>
  refuse('unauthorized', 'The e-mail address or the password is not right.', { sent: true });

/** A permitted change, checked and hashed before the transaction because both are slow. */
export interface PasswordChange {
  readonly password: store.PasswordRow;
  readonly replaced: string | null;
}

/**
 * Checks a new password. The person must enter the current password if there is one, except shortly after signing in
 * with a link, which is how people replace a forgotten password. Fails with `validation`. Fails with `forbidden` if
 * the current password is wrong, or if only a workspace that does not own the account vouches for the session (Decision
 * 66). Fails like `PasswordHasher`.
 */
export async function preparePasswordChange(
  db: Db,
  hasher: PasswordHasher,
  caller: SessionCaller,
  input: { readonly current_password?: string | undefined; readonly new_password: string },
  now: number,
): Promise<PasswordChange> {
  await requireAcceptable(input.new_password, caller);
  const { account_id } = caller;
  const visitor = { key: account_id, isKnown: true };
  const stored = await store.findByAccount(db, account_id);
  const facts = await getFacts(db, caller);
  const { confined, proof_number } = facts;
  const terms = await passwordTerms(db, caller, facts, now);
  if (terms === 'elsewhere') throw notHere();
  if (terms === 'free') {
    const hash = await hasher.hash(input.new_password, visitor);
    return {
      password: { account_id, hash, team_id: confined ? caller.team_id : null, proof_number },
      replaced: stored?.hash ?? null,
    };
  }
  if (stored === undefined || !(await hasher.matches(input.current_password ?? '', async () => stored.hash, visitor)))
    throw refuse('forbidden', 'The current password is not right. Send it as current_password.');
  const hash = await hasher.hash(input.new_password, visitor);
  const team_id = confined ? stored.team_id : null;
  return { password: { account_id, hash, team_id, proof_number }, replaced: stored.hash };
}

/**
 * Saves the change and ends every other session that the password may have opened. A password that opens all workspaces
 * ends sessions in all of them. Fails with `conflict` if another change came first, and with `unauthorized` if the
 * session ended while the password was being hashed, for example because the workspace was transferred.
 */
export async function changePassword(
  tx: Tx,
  caller: SessionCaller,
  { password, replaced }: PasswordChange,
  now: number,
  by: By,
): Promise<void> {
  // Lock the member first, like a workspace transfer does, so that one of the two sees the other's change
  // (ownership.ts).
  if (password.team_id !== null) await holdActiveMember(tx, password.team_id, caller.account_id);
  if (!(await store.putPassword(tx, password, replaced, instant(now))))
    throw refuse('conflict', 'The password was changed in the meantime. Sign in with the new one.');
  await requireSession(tx, caller);
  await endOtherSessionsIn(tx, caller, password.team_id);
  const subject = { kind: 'user', id: caller.account_id, name: by.actor.name };
  const kind = replaced === null ? 'account.password_set' : 'account.password_changed';
  await recordChange(tx, caller.team_id ?? SVC_CATALOG_ID, kind, subject, by);
}

/**
 * How this session may set a password. `free`: without the current one, because there is none or because a link was
 * just used. `current`: with the current one. `elsewhere`: not possible in this session, because only a workspace that
 * does not own the account vouches for it.
 */
export type PasswordTerms = 'free' | 'current' | 'elsewhere';

export async function passwordTerms(
  db: Db,
  caller: SessionCaller,
  { method, confined, has_password, password_team_id }: SessionFacts,
  now: number,
): Promise<PasswordTerms> {
  const isVouched = !confined || (await isTeamsOwn(db, caller.team_id ?? SVC_CATALOG_ID, caller.account_id));
  if (!has_password) return isVouched ? 'free' : 'elsewhere';
  const isFresh = method === 'link' && now - Date.parse(caller.created_at) < LINK_LIFETIME_MS;
  // A password that opens all workspaces belongs to the person, so no workspace's link can replace it.
  const isReplaceable = isVouched && (!confined || password_team_id !== null);
  return isFresh && isReplaceable ? 'free' : 'current';
}

const notHere = (): Error =>
  refuse(
    'forbidden',
    'Your account belongs to other workspaces too, so this one cannot set its password. Use a link of the people ' +
      'who run the service.',
  );

async function requireAcceptable(password: string, { email, name, team_name }: SessionCaller): Promise<void> {
  const length = [...password].length;
  const { least, most } = PASSWORD_LENGTHS;
  if (length < least || length > most)
    throw unacceptable(
      t('Choose a password of {least} to {most} characters. A sentence is easy to remember.', { least, most }),
    );
  if (email !== null && password.toLowerCase() === email.toLowerCase())
    throw unacceptable('Your e-mail address is easily guessed. Choose another password.');
  const weakness = await weaknessOf(password, [email ?? '', name, team_name ?? '']);
  if (weakness !== undefined) throw unacceptable(WEAKNESSES[weakness]);
}

const WEAKNESSES: Readonly<Record<Weakness, Sentence>> = {
  names: 'This password is easily guessed: it is little more than your name. Choose several unrelated words.',
  common:
    'This password is easily guessed: it is a common password with a few characters added. ' +
    'Choose several unrelated words.',
  repeats: 'This password is easily guessed: it repeats itself. Choose several unrelated words.',
  sequence: 'This password is easily guessed: it is a sequence such as 1234. Choose several unrelated words.',
  keyboard: 'This password is easily guessed: it is a row of keys on the keyboard. Choose several unrelated words.',
};

const unacceptable = (message: Sentence): Error => invalid('new_password', message);
