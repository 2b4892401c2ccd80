#!/usr/bin/env node
// The command `cairn`: everything an operator does without a browser. Each command is in the file of its name.
import { Command } from 'commander';

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

const serve = new Command('serve')
  .description('run the service until a signal ends it')
  .addHelpText('after', '\nExample:\n  PORT=8080 CAIRN_DATABASE_URL=embedded:./data cairn serve')
  .action(async () => (await import('./serve.ts')).serve(process.env));

// Only the one that is asked for is loaded: the modules of all take longer than most commands. Help shows all.
const commands = new Map<string, () => Command | Promise<Command>>([
  ['serve', () => serve],
  ['init', async () => (await import('./init.ts')).initCommand()],
  ['migrate', async () => (await import('./migrate.ts')).migrateCommand()],
  ['distribute', async () => (await import('./distribute.ts')).distributeCommand()],
  ['partition', async () => (await import('./partition.ts')).partitionCommand()],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommand()],
  ['backup', async () => (await import('./backup.ts')).backupCommand()],
  ['restore', async () => (await import('./restore.ts')).restoreCommand()],
  ['teams', async () => (await import('./teams.ts')).teamsCommand()],
  ['members', async () => (await import('./members.ts')).membersCommand()],
  ['operators', async () => (await import('./operators.ts')).operatorsCommand()],
  ['keys', async () => (await import('./keys.ts')).keysCommand()],
  ['connections', async () => (await import('./connections.ts')).connectionsCommand()],
  ['groups', async () => (await import('./groups.ts')).groupsCommand()],
  ['login-link', async () => (await import('./login-link.ts')).loginLinkCommand()],
  ['login', async () => (await import('./login.ts')).loginCommand()],
  ['whoami', async () => (await import('./login.ts')).whoamiCommand()],
  ['logout', async () => (await import('./login.ts')).logoutCommand()],
  ['trails', async () => (await import('./trails/trails-command.ts')).trailsCommand()],
]);
const asked = commands.get(process.argv[2] ?? '');
for (const load of asked === undefined ? commands.values() : [asked]) program.addCommand(await load());

await program.parseAsync();
