// What `cairn operators` does: who runs the service and its catalog, beside any workspace.
import { refuse } from '../base/refusal.ts';
import type { Account } from '../directory/accounts/account.ts';
import { accountOf, findAccountByEmail, holdOperators, listOperators } from '../directory/accounts/accounts.ts';
import { changeOperator } from '../identity/operators.ts';
import type { Tx } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import { nameFromAddress } from './options.ts';

/** The operators by name. */
export const everyOperator = ({ database }: CommandContext): Promise<object> => listOperators(database);

/**
 * Makes the person an operator, or ends that, and notes what a mistyped address would have done: an account made by
 * this, or nobody left who is an operator. Refuses with `not-found`.
 */
export const setOperator = (context: CommandContext, email: string, is_operator: boolean): Promise<object> =>
  context.database.inTransaction((tx) => (is_operator ? addOperator : removeOperator)(tx, context, email));

async function addOperator(tx: Tx, { by, note }: CommandContext, email: string): Promise<object> {
  const before = await findAccountByEmail(tx, email);
  const { account_id } = before ?? (await accountOf(tx, email, nameFromAddress(email)));
  await changeOperator(tx, account_id, true, by);
  if (before === undefined) {
    note(`${email} was not known here, so an account was made. Mistyped? Run "cairn operators remove ${email}".`);
  }
  return { user_id: account_id, is_operator: true };
}

async function removeOperator(tx: Tx, { by, note }: CommandContext, email: string): Promise<object> {
  const { account_id } = await known(tx, email);
  await changeOperator(tx, account_id, false, by);
  if ((await holdOperators(tx)).size === 0) {
    note('Nobody is an operator of this service any more. Run "cairn operators add" to name somebody.');
  }
  return { user_id: account_id, is_operator: false };
}

/** Only a known person can stop being an operator. Refuses with `not-found`. */
async function known(tx: Tx, email: string): Promise<Account> {
  const found = await findAccountByEmail(tx, email);
  if (found === undefined) throw refuse('not-found', `No account has the e-mail address ${email}.`);
  return found;
}
