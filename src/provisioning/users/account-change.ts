// Updates the account of a provisioned person. Some changes stay in the record: the reasons are warnings in the
// provisioning log.
import { type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import { isRefusal } from '../../base/refusal.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { changePerson, findAccountByEmail, isOfTeamsDomain } from '../../directory/accounts/accounts.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { taken } from './taken-names.ts';
import { findEmailHolder } from './taken-names-store.ts';
import { emailsOf, type UserFacts } from './user-record.ts';
import type { LockedUser } from './user-record-store.ts';

/** What an identity provider sent about a user: the whole user, and the facts in it. */
export interface UserState {
  readonly user: JsonObject;
  readonly facts: UserFacts;
}

/**
 * Updates the account. Returns whether anything changed. If another user of the connection has the new email address,
 * the refusal says so.
 */
export async function changeAccount(
  tx: Tx,
  context: ScimContext,
  row: LockedUser,
  before: UserState,
  after: UserState,
): Promise<boolean> {
  const { account_id, is_owner, is_operator } = row;
  const person = await chosenPerson(tx, context, row, before, after);
  const isMoved = person.email !== null && !isSameText(person.email, before.facts.person.email);
  if (isMoved && (is_owner || is_operator)) context.warn(is_owner ? OWNER_KEEPS : OPERATOR_KEEPS);
  // Check first, because a violated constraint would abort the transaction.
  const holder = isMoved ? await findEmailHolder(tx, context, account_id, addressKey(after.facts)) : undefined;
  try {
    const isChanged = await changePerson(tx, context.team_id, account_id, person, context.by);
    if (isChanged && isMoved && !(await isOfTeamsDomain(tx, context.team_id, account_id))) context.warn(UNPROVEN);
    return isChanged;
  } catch (thrown) {
    if (holder === undefined || !isRefusal(thrown, 'uniqueness')) throw thrown;
    throw taken({ ...holder, attribute: 'emails' });
  }
}

/** The person for the account. The email is null if the account keeps its address. */
async function chosenPerson(
  tx: Tx,
  context: ScimContext,
  { account_id, account_email }: LockedUser,
  before: UserState,
  { user, facts }: UserState,
): Promise<Person> {
  const person = { ...facts.person, name: nameFor(before.facts, facts) };
  const kept = { ...person, email: null };
  if (facts.keepsAddress) return kept;
  if (isTombstone(person.email, account_email)) {
    context.warn(TOMBSTONE);
    return kept;
  }
  if (person.email === null || !isLeftOver(before.user, user)) return person;
  const holder = await findAccountByEmail(tx, person.email);
  if (holder === undefined || holder.account_id === account_id) return person;
  context.warn(LEFT_OVER);
  return kept;
}

/** The display name without Entra ID's prefix, which it gets if the userName serves as the name. */
function nameFor({ person: before }: UserFacts, { person, columns }: UserFacts): string {
  if (isTombstone(person.name, before.name)) return before.name;
  const isOld = person.name === before.name && person.name === columns.user_name;
  return isOld && PREFIX.test(person.name) ? person.name.slice(PREFIX_LENGTH) : person.name;
}

/** True if the user only lost an email, so that the identity provider did not choose the one that is left. */
function isLeftOver(before: JsonObject, after: JsonObject): boolean {
  const [former, left] = [emailsOf(before), emailsOf(after)];
  return left.length < former.length && left.every((each: JsonValue) => former.some((other) => sameJson(each, other)));
}

/** Entra ID puts 32 hex digits in front of the names of users that it deletes. */
const isTombstone = (text: string | null, of: string | null): boolean =>
  text !== null && of !== null && of !== '' && PREFIX.test(text) && isSameText(text.slice(PREFIX_LENGTH), of);

const PREFIX = /^[0-9a-f]{32}/i;
const PREFIX_LENGTH = 32;

const isSameText = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase();

/** The stored form of the address: the sent text, case-folded. */
const addressKey = ({ columns }: UserFacts): string => columns.email_key ?? columns.user_name_key;

const OWNER_KEEPS =
  'The email address is stored only in the record, because connections never change the account of the Owner.';
const OPERATOR_KEEPS =
  'The email address is stored only in the record, because only operators of the service change this account.';
const UNPROVEN =
  'The domain of the new email address is not verified for the workspace, so the password and the sessions that the ' +
  'person can use everywhere have ended. Verify the domain, or send the person a sign-in link.';
const TOMBSTONE =
  'The new address is stored only in the record, because Entra ID adds 32 characters to the names of users that it ' +
  'deletes. The account keeps its address.';
const LEFT_OVER =
  'The email address that is left is stored only in the record, because it cannot be used in this workspace. The ' +
  'account keeps its address.';
