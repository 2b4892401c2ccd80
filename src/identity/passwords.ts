// Passwords of people: checked at sign-in, set and changed by the person who is signed in. Throttling is the door's.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import type { Visitor } from '../base/fair-turns.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { isTeamsOwn } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { holdActiveMember } from '../directory/members/members.ts';
import type { Db, Tx } from '../storage/database.ts';
import { LINK_LIFETIME_MS } from './login-links.ts';
import { NOBODYS_HASH, type PasswordHasher } from './password-hash.ts';
import * as store from './password-store.ts';
import { isGuessable } from './password-strength.ts';
import type { SessionCaller, SessionFacts } from './session.ts';
import { requireSession } from './sessions.ts';
import { endSessionsBeside, getFacts } from './sign-in.ts';

/** Characters, in Unicode code points (Decision 15). */
export const PASSWORD_LENGTHS = { least: 12, most: 256 } as const;

/** The stored password of the person with that address, and the one workspace that it opens (null: all of them). */
export const findPassword = (db: Db, email: string): Promise<store.PasswordRow | undefined> =>
  store.findByEmail(db, email.trim());

/**
 * Checks the password that `find` reads once it is the visitor's turn. Refuses with `unauthorized`, in the same words
 * and the same time whether the address is unknown, has no password, or has another one. Refuses as `PasswordHasher`.
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
 * Checks the password of a person who is signed in already, for a change that a session alone may not make in that
 * workspace. Refuses with `forbidden`, and as `PasswordHasher` does.
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

/** Whether a password that opens `passwordTeamId` (null: everything of its person) opens the workspace. */
export const opensTeam = (passwordTeamId: string | null, teamId: string): boolean =>
  passwordTeamId === null || passwordTeamId === teamId;

/**
 * Keeps what was checked true until the transaction ends: a person who changes the password, or takes it away, also
 * ends the sessions that it opened, and finds this one among them. Refuses as `checkPassword`.
 */
export async function holdChecked(tx: Tx, checked: store.PasswordRow): Promise<void> {
  if (!(await store.holdPassword(tx, checked))) throw notRight();
}

const notRight = (): Error =>
  refuse('unauthorized', 'The e-mail address or the password is not right.', { sent: true });

/** A change that may be made: judged and hashed before the transaction, since both are slow. */
export interface PasswordChange {
  readonly password: store.PasswordRow;
  readonly replaced: string | null;
}

/**
 * Judges a new password. The current one must be given where there is one, unless the person has just come by a link,
 * which is how a forgotten password is replaced. Refuses with `validation`; with `forbidden` where the current one is
 * wrong, and in a session for which only a workspace vouches that the account is not the own of (Decision 66). Refuses
 * as `PasswordHasher` does.
 */
export async function preparePasswordChange(
  db: Db,
  hasher: PasswordHasher,
  caller: SessionCaller,
  wanted: { readonly current_password?: string | undefined; readonly new_password: string },
  now: number,
): Promise<PasswordChange> {
  await requireAcceptable(wanted.new_password, caller);
  const { account_id } = caller;
  const visitor = { key: account_id, isKnown: true };
  const stored = await store.findByAccount(db, account_id);
  const facts = await getFacts(db, caller);
  const { confined, proof_number } = facts;
  const terms = await passwordTerms(db, caller, facts, now);
  if (terms === 'elsewhere') throw notHere();
  if (terms === 'free') {
    const hash = await hasher.hash(wanted.new_password, visitor);
    return {
      password: { account_id, hash, team_id: confined ? caller.team_id : null, proof_number },
      replaced: stored?.hash ?? null,
    };
  }
  if (stored === undefined || !(await hasher.matches(wanted.current_password ?? '', async () => stored.hash, visitor)))
    throw refuse('forbidden', 'The current password is not right. Send it as current_password.');
  const hash = await hasher.hash(wanted.new_password, visitor);
  const team_id = confined ? stored.team_id : null;
  return { password: { account_id, hash, team_id, proof_number }, replaced: stored.hash };
}

/**
 * Makes the change, and ends every other session that the password may have opened: one that opens everything is known
 * to those who sit in any workspace. Refuses with `conflict` when another change was faster, and with `unauthorized`
 * where the session ended while the password was hashed, such as with a transfer of the workspace.
 */
export async function changePassword(
  tx: Tx,
  caller: SessionCaller,
  { password, replaced }: PasswordChange,
  now: number,
  by: By,
): Promise<void> {
  // Held first, as who transfers the workspace does: one of the two sees what the other did (ownership.ts).
  if (password.team_id !== null) await holdActiveMember(tx, password.team_id, caller.account_id);
  if (!(await store.putPassword(tx, password, replaced, instant(now))))
    throw refuse('conflict', 'The password was changed meanwhile. Sign in with the new one.');
  await requireSession(tx, caller);
  await endSessionsBeside(tx, caller, password.team_id);
  const subject = { kind: 'user', id: caller.account_id, name: by.actor.name };
  const kind = replaced === null ? 'account.password_set' : 'account.password_changed';
  await recordChange(tx, caller.team_id ?? SVC_CATALOG_ID, kind, subject, by);
}

/**
 * On which terms this session sets a password. `free`: there is none, or a link was used just now. `current`: with the
 * current one. `elsewhere`: not in this session, which rests on the word of a workspace alone that the account is not
 * the own of.
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
  // A password that opens everything is the person's own: no workspace's link replaces it.
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
    throw unacceptable(`The password has ${least} to ${most} characters. A sentence is easy to remember.`);
  if (email !== null && password.toLowerCase() === email.toLowerCase())
    throw unacceptable('The password is not your e-mail address. Choose another one.');
  if (await isGuessable(password, [email ?? '', name, team_name ?? '']))
    throw unacceptable(
      'The password is easily guessed: it is common, a common word with other characters in or around it, repeats ' +
        'itself, or is made of your name. Take several words that do not belong together.',
    );
}

const unacceptable = (message: string): Error => invalid('new_password', message);
