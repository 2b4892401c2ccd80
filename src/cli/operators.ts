// `cairn operators`: who runs the service and its catalog, beside any workspace.
import { Command } from 'commander';
import { refuse } from '../base/refusal.ts';
import type { Account } from '../directory/account.ts';
import { accountOf, findAccountByEmail, listOperators } from '../directory/accounts.ts';
import { changeOperator } from '../identity/operators.ts';
import type { Tx } from '../storage/database.ts';
import { type CommonOptions, runOnDatabase } from './command-context.ts';
import { JSON_OPTION, nameOf } from './options.ts';

export function operatorsCommand(): Command {
  const operators = new Command('operators').description('people who run the service and its service-wide catalog');
  operators
    .command('list')
    .description('list them by name')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn operators list')
    .action((options: CommonOptions) => runOnDatabase(options, ({ database }) => listOperators(database)));
  for (const [verb, description] of [
    ['add', 'make a person an operator'],
    ['remove', 'end that'],
  ] as const) {
    operators
      .command(`${verb} <email>`)
      .description(description)
      .addOption(JSON_OPTION())
      .addHelpText('after', `\nExample:\n  cairn operators ${verb} otto@acme.example`)
      .action((email: string, options: CommonOptions) =>
        runOnDatabase(options, ({ database, by }) =>
          database.inTransaction(async (tx) => {
            const { account_id } = verb === 'add' ? await accountOf(tx, email, nameOf(email)) : await known(tx, email);
            await changeOperator(tx, account_id, verb === 'add', by);
            return { user_id: account_id, is_operator: verb === 'add' };
          }),
        ),
      );
  }
  return operators;
}

/** Who is to be an operator no more is somebody already. Refuses with `not-found`. */
async function known(tx: Tx, email: string): Promise<Account> {
  const found = await findAccountByEmail(tx, email);
  if (found === undefined) throw refuse('not-found', `Nobody with the e-mail address ${email} is known here.`);
  return found;
}
