// What `cairn operators` does: who runs the service and its catalog, beside any workspace.
import { refuse } from '../base/refusal.ts';
import type { Account } from '../directory/account.ts';
import { accountOf, findAccountByEmail, listOperators } from '../directory/accounts.ts';
import { changeOperator } from '../identity/operators.ts';
import type { Tx } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import { nameFromAddress } from './options.ts';

/** The operators by name. */
export const everyOperator = ({ database }: CommandContext): Promise<object> => listOperators(database);

/** Makes the person an operator, or ends that. Refuses with `not-found`. */
export const setOperator = ({ database, by }: CommandContext, email: string, is_operator: boolean): Promise<object> =>
  database.inTransaction(async (tx) => {
    const { account_id } = is_operator ? await accountOf(tx, email, nameFromAddress(email)) : await known(tx, email);
    await changeOperator(tx, account_id, is_operator, by);
    return { user_id: account_id, is_operator };
  });

/** Only a known person can stop being an operator. Refuses with `not-found`. */
async function known(tx: Tx, email: string): Promise<Account> {
  const found = await findAccountByEmail(tx, email);
  if (found === undefined) throw refuse('not-found', `Nobody with the e-mail address ${email} is known here.`);
  return found;
}
