// `cairn scim`: tests of directory sync.
import { Argument, Command } from 'commander';
import { type CommonOptions, idFrom, JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export function scimCommand(run: Run): Command {
  const scim = new Command('scim').description('directory sync: test a connection');
  scim
    .command('selftest')
    .addArgument(new Argument('<connection_id>', 'the connection').argParser(idFrom('cairn connections list')))
    .description('rehearse what six identity providers send, and print the evidence; stores nothing')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn scim selftest 0199… --json')
    .action((id: string, options: CommonOptions) =>
      run.onDatabase(options, async (context) => (await import('../scim-selftest.ts')).selftest(context, id)),
    );
  return scim;
}
