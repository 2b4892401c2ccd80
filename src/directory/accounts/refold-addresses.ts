// Addresses that an earlier release stored as they were written get the one form of their mailbox.
import { type Db, violatedConstraint } from '../../storage/database.ts';
import { mailboxOf } from '../checked.ts';
import * as invitations from '../members/invitation-store.ts';
import type { Account } from './account.ts';
import * as accounts from './account-store.ts';

const A_PAGE = 200;

/** A row that keeps its address, since another one has its mailbox. */
export type KeptAddress =
  | { readonly account_id: string }
  | { readonly team_id: string; readonly invitation_id: string };

/**
 * Answers how many accounts and invitations changed. One whose mailbox another one has keeps its address, and
 * `onClash` is told: who is signed in to such an account stays so, and the address leads to the other one.
 */
export async function refoldAddresses(db: Db, onClash: (kept: KeptAddress) => void): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ; ) {
    const people: Account[] = await accounts.selectUnmailedAccounts(db, after, A_PAGE);
    for (const person of people) {
      const save = (email: string) => accounts.updateAccountAddress(db, person, email);
      changed += await refold(person.email ?? '', save, () => onClash({ account_id: person.account_id }));
    }
    after = people.at(-1)?.account_id ?? null;
    if (after === null) break;
  }
  for (const invitation of await invitations.selectUnmailedInvitations(db)) {
    const { team_id, id: invitation_id, email } = invitation;
    const save = (mailbox: string) => invitations.updateInvitationAddress(db, invitation, mailbox);
    changed += await refold(email, save, () => onClash({ team_id, invitation_id }));
  }
  return changed;
}

async function refold(email: string, save: (mailbox: string) => Promise<boolean>, clash: () => void): Promise<number> {
  const mailbox = mailboxOf(email);
  if (mailbox === email) return 0;
  try {
    return Number(await save(mailbox));
  } catch (thrown) {
    if (!TAKEN.has(violatedConstraint(thrown) ?? '')) throw thrown;
    clash();
    return 0;
  }
}

const TAKEN: ReadonlySet<string> = new Set(['accounts_email', 'invitations_email']);
