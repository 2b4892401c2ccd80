// `cairn operators`: people who run the service and its catalog, independent of workspaces.
import { refuse } from '../base/refusal.ts';
import type { Account } from '../directory/accounts/account.ts';
import { accountOf, findAccountByEmail, holdOperators, listOperators } from '../directory/accounts/accounts.ts';
import { changeOperator } from '../identity/operators.ts';
import type { Tx } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import { nameFromAddress } from './options.ts';

/** Returns the operators, sorted by name. */
export const everyOperator = ({ database }: CommandContext): Promise<object> => listOperators(database);

/**
 * Grants or removes the operator role. Prints a note if a new account was created (the address may be mistyped) or if
 * no operator is left. Fails with `not-found`.
 */
export const setOperator = (context: CommandContext, email: string, is_operator: boolean): Promise<object> =>
  context.database.inTransaction((tx) => (is_operator ? addOperator : removeOperator)(tx, context, email));

async function addOperator(tx: Tx, { by, note }: CommandContext, email: string): Promise<object> {
  const before = await findAccountByEmail(tx, email);
  const { account_id } = before ?? (await accountOf(tx, email, nameFromAddress(email)));
  await changeOperator(tx, account_id, true, by);
  if (before === undefined) {
    note(`${email} was unknown, so an account was created. If mistyped, run "cairn operators remove ${email}".`);
  }
  return { user_id: account_id, is_operator: true };
}

async function removeOperator(tx: Tx, { by, note }: CommandContext, email: string): Promise<object> {
  const { account_id } = await known(tx, email);
  await changeOperator(tx, account_id, false, by);
  if ((await holdOperators(tx)).size === 0) {
    note('The service has no operator now. Run "cairn operators add" to add one.');
  }
  return { user_id: account_id, is_operator: false };
}

/** Fails with `not-found` if the person is unknown. */
async function known(tx: Tx, email: string): Promise<Account> {
  const found = await findAccountByEmail(tx, email);
  if (found === undefined) throw refuse('not-found', `No account has the e-mail address ${email}.`);
  return found;
}
