// `cairn operators`: people who run the service and its catalog, independent of workspaces.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../operators.ts');

export function operatorsCommand(run: Run): Command {
  const operators = new Command('operators').description('people who run the service and its service-wide catalog');
  operators
    .command('list')
    .description('list them by name')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn operators list')
    .action((options: CommonOptions) =>
      run.onDatabase(options, async (context) => (await work()).everyOperator(context)),
    );
  for (const [verb, description] of [
    ['add', 'make a person an operator; creates an account for an unknown address'],
    ['remove', 'make a person no longer an operator'],
  ] as const) {
    operators
      .command(`${verb} <email>`)
      .description(description)
      .addOption(JSON_OPTION())
      .addHelpText('after', `\nExample:\n  cairn operators ${verb} otto@acme.example`)
      .action((email: string, options: CommonOptions) =>
        run.onDatabase(options, async (context) => (await work()).setOperator(context, email, verb === 'add')),
      );
  }
  return operators;
}
