// The command `cairn`: everything an operator does without a browser. What each command takes is in commands/, what it
// does in the file of its name here.
import { Command, CommanderError } from 'commander';
import { backupCommand } from './commands/backup.ts';
import { connectionsCommand } from './commands/connections.ts';
import { distributeCommand } from './commands/distribute.ts';
import { doctorCommand } from './commands/doctor.ts';
import { groupsCommand } from './commands/groups.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './commands/login.ts';
import { loginLinkCommand } from './commands/login-link.ts';
import { membersCommand } from './commands/members.ts';
import { migrateCommand } from './commands/migrate.ts';
import { operatorsCommand } from './commands/operators.ts';
import { partitionCommand } from './commands/partition.ts';
import { restoreCommand } from './commands/restore.ts';
import { rotateSecretCommand } from './commands/rotate-secret.ts';
import { serveCommand } from './commands/serve.ts';
import { teamsCommand } from './commands/teams.ts';
import { trailsCommand } from './commands/trails.ts';
import type { Host } from './host.ts';
import { runIn } from './run.ts';

/** Runs the command that `args` name; `release` is what --version says. */
export async function runCommand(args: readonly string[], host: Host, release: string): Promise<void> {
  const program = cairnProgram(host).version(release, '-V, --version', 'the release of this command');
  for (const command of withAllBelow(program))
    command
      .showHelpAfterError('(add --help for what it takes)')
      .configureOutput({
        writeOut: (text) => void host.stdout.write(text),
        writeErr: (text) => void host.stderr.write(text),
      })
      .exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    // Commander has said what is wrong with the words of the command.
    if (!(thrown instanceof CommanderError)) throw thrown;
    host.exitWith(thrown.exitCode);
  }
}

function cairnProgram(host: Host): Command {
  const run = runIn(host);
  const program = new Command('cairn')
    .description('Runs the trail service and looks after it. Configured by the same variables as the service itself.')
    .addHelpText('after', ABOUT);
  const commands = [
    ...[serveCommand(host), initCommand(run), migrateCommand(run), distributeCommand(run), partitionCommand(run)],
    ...[doctorCommand(run), backupCommand(run), restoreCommand(run), rotateSecretCommand(run)],
    ...[teamsCommand(run), membersCommand(run), operatorsCommand(run), keysCommand(run), connectionsCommand(run)],
    ...[groupsCommand(run), loginLinkCommand(run), loginCommand(run), whoamiCommand(run), logoutCommand(run)],
    trailsCommand(run),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}

const ABOUT = `
The commands work on the database directly, but login, whoami, logout and
trails, which work on a remote Cairn. Where the embedded database is held by a
running service, stop it first, or use the console. docs/operations.md lists the
variables.`;

/** The command and all below it, which take over nothing of it by themselves. */
const withAllBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withAllBelow)];
