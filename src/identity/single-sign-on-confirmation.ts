// Confirms a link between an account and a provider's subject. A single click can send a browser with a session to a
// provider and back, so the person must confirm on a page of the service before the subject can sign in to the account.
// The Owner must also enter the password, because any admin can choose the provider.
import { randomBytes } from 'node:crypto';
import { havePassed } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { artifactHash, deleteArtifact, findArtifact, putArtifact } from '../credentials/oauth-artifacts.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { PasswordRow } from './password-store.ts';
import { holdChecked, opensTeam } from './passwords.ts';
import { type BrowserSession, isSessionOf } from './sign-in.ts';
import {
  type Candidate,
  findLinkedAccount,
  getCandidate,
  linkCandidate,
  ownerIsAbsent,
} from './single-sign-on-links.ts';
import type { Identity } from './single-sign-on-provider.ts';

const KIND = 'SingleSignOnLink';

/** How long a link waits for confirmation. */
export const CONFIRMATION_LIFETIME_MS = 10 * 60_000;

/** The result of a visit to the provider. */
interface Return {
  readonly team_id: string;
  readonly return_to: string;
  readonly identity: Identity;
}

interface PendingLink extends Return {
  readonly candidate: Pick<Candidate, 'account_id' | 'name' | 'email'>;
  /** The session in which the person came back. Only this session can confirm. */
  readonly session_id: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The confirming browser, identified by its two cookies. */
export interface Confirming {
  readonly binding: string | undefined;
  readonly session: BrowserSession | undefined;
}

/**
 * Returns the identity's account or, if the browser has a session, the binding of a link that awaits confirmation.
 * Without a session, links every member except the Owner immediately. Fails like `findLinkedAccount` and
 * `getCandidate`, and with `forbidden` for the Owner unless the session is the Owner's.
 */
export async function linkOrAsk(
  tx: Tx,
  back: Return,
  session: BrowserSession | undefined,
  now: number,
  requestId: string,
): Promise<{ readonly account_id: string } | { readonly binding: string }> {
  const { team_id, identity } = back;
  const known = await findLinkedAccount(tx, team_id, identity);
  if (known !== undefined) return { account_id: known };
  const candidate = await getCandidate(tx, team_id, identity);
  requirePresentOwner(candidate, team_id, session);
  if (session === undefined)
    return { account_id: await linkCandidate(tx, team_id, identity, candidate, now, requestId) };
  const binding = randomBytes(32).toString('base64url');
  const { account_id, name, email } = candidate;
  const pending: PendingLink = {
    ...back,
    candidate: { account_id, name, email },
    session_id: session.caller.session_id,
    since: now,
  };
  await putArtifact(tx, KIND, artifactHash(binding), {
    payload: { ...pending },
    expires_at: now + CONFIRMATION_LIFETIME_MS,
  });
  return { binding };
}

/** The pending link as shown on the confirmation page. */
export interface PendingView {
  readonly account: { readonly id: string; readonly name: string; readonly email: string };
  readonly issuer: string;
  readonly team: { readonly id: string; readonly name: string };
  /** The account owns the workspace. */
  readonly needs_password: boolean;
  /** The account has a password that opens the workspace. */
  readonly has_password: boolean;
}

/** Fails with `not-found` if the link has expired, was confirmed or refused, or belongs to another browser. */
export async function getPendingLink(db: Db, confirming: Confirming, now: number): Promise<PendingView> {
  const { pending, session } = await getPending(db, confirming, now);
  const { account_id, name, email } = pending.candidate;
  const team = await getTeam(db, pending.team_id);
  const { has_password, password_team_id } = session.facts;
  return {
    account: { id: account_id, name, email },
    issuer: pending.identity.issuer,
    team: { id: team.team_id, name: team.name },
    needs_password: team.owner_id === account_id,
    has_password:
      has_password && session.caller.account_id === account_id && opensTeam(password_team_id, pending.team_id),
  };
}

/**
 * Creates the link and returns the account and workspace to sign in to. Works only once. Checks all conditions again.
 * `checked` is the password that the person just entered. Fails like `getPendingLink`, `getCandidate` and
 * `linkCandidate`, and with `forbidden` if the Owner has not entered the password.
 */
export async function confirmLink(
  tx: Tx,
  confirming: Confirming,
  checked: PasswordRow | undefined,
  now: number,
  requestId: string,
): Promise<{ readonly account_id: string; readonly team_id: string; readonly return_to: string }> {
  const { pending, session, hash } = await getPending(tx, confirming, now);
  if (!(await deleteArtifact(tx, KIND, hash))) throw linkIsGone();
  const { team_id, identity, return_to } = pending;
  const candidate = await getCandidate(tx, team_id, identity);
  // The address was reassigned to another member while the page was open.
  if (candidate.account_id !== pending.candidate.account_id) throw linkIsGone();
  requirePresentOwner(candidate, team_id, session);
  if (candidate.is_owner) {
    if (checked?.account_id !== candidate.account_id)
      throw refuse(
        'forbidden',
        'Enter your password to confirm. If you have none, set one on your account page first.',
      );
    await holdChecked(tx, checked);
  }
  return { account_id: await linkCandidate(tx, team_id, identity, candidate, now, requestId), team_id, return_to };
}

/** Deletes the link. Does nothing if it is already gone. */
export async function refuseLink(tx: Tx, { binding }: Confirming): Promise<void> {
  if (binding !== undefined) await deleteArtifact(tx, KIND, artifactHash(binding));
}

async function getPending(db: Db, { binding, session }: Confirming, now: number) {
  if (binding === undefined || session === undefined) throw linkIsGone();
  const hash = artifactHash(binding);
  const pending = (await findArtifact(db, KIND, hash))?.payload as PendingLink | undefined;
  if (pending === undefined || havePassed(CONFIRMATION_LIFETIME_MS, pending.since, now)) throw linkIsGone();
  if (pending.session_id !== session.caller.session_id) throw linkIsGone();
  return { pending, session, hash };
}

function requirePresentOwner(
  { is_owner, account_id }: Candidate,
  teamId: string,
  session: BrowserSession | undefined,
): void {
  if (is_owner && (session === undefined || !isSessionOf(session, account_id, teamId))) throw ownerIsAbsent();
}

const linkIsGone = (): Error =>
  refuse('not-found', 'This confirmation has expired, or it began in another browser. Start the sign-in again.', {
    reason: 'expired',
  });
