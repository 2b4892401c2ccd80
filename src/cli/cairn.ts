#!/usr/bin/env node
// The command `cairn`: everything an operator does without a browser. Each command is in the file of its name.
import { Command } from 'commander';
import { backupCommand } from './backup.ts';
import { connectionsCommand } from './connections.ts';
import { distributeCommand } from './distribute.ts';
import { doctorCommand } from './doctor.ts';
import { groupsCommand } from './groups.ts';
import { initCommand } from './init.ts';
import { keysCommand } from './keys.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './login.ts';
import { loginLinkCommand } from './login-link.ts';
import { membersCommand } from './members.ts';
import { migrateCommand } from './migrate.ts';
import { operatorsCommand } from './operators.ts';
import { restoreCommand } from './restore.ts';
import { serve } from './serve.ts';
import { teamsCommand } from './teams.ts';
import { trailsCommand } from './trails/trails-command.ts';

const program = new Command('cairn')
  .description('Runs the trail service and looks after it. Configured by the same variables as the service itself.')
  .showHelpAfterError()
  .addHelpText(
    'after',
    '\nThe commands work on the database directly, but login, whoami, logout and trails, which work on a remote ' +
      'Cairn. ' +
      'Where the embedded database is held by a running service, stop it first,\nor use the console. ' +
      'docs/operations.md lists the variables.',
  );

program
  .command('serve')
  .description('run the service until a signal ends it')
  .addHelpText('after', '\nExample:\n  PORT=8080 CAIRN_DATABASE_URL=embedded:./data cairn serve')
  .action(() => serve(process.env));

for (const command of [
  initCommand(),
  migrateCommand(),
  distributeCommand(),
  doctorCommand(),
  backupCommand(),
  restoreCommand(),
  teamsCommand(),
  membersCommand(),
  operatorsCommand(),
  keysCommand(),
  connectionsCommand(),
  groupsCommand(),
  loginLinkCommand(),
  loginCommand(),
  whoamiCommand(),
  logoutCommand(),
  trailsCommand(),
])
  program.addCommand(command);

await program.parseAsync();
