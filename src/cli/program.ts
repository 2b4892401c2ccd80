// The `cairn` command, for everything an operator does without a browser. commands/ defines the options; the file with
// the same name here does the work.
import { Command, CommanderError } from 'commander';
import { withSecretFiles } from '../start/secret-files.ts';
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
import { scimCommand } from './commands/scim.ts';
import { serveCommand } from './commands/serve.ts';
import { teamsCommand } from './commands/teams.ts';
import { trailsCommand } from './commands/trails.ts';
import type { Host } from './host.ts';
import { EXIT, fail } from './outcome.ts';
import { runIn } from './run.ts';

/** Runs the command in `args`. `release` is the output of --version. */
export async function runCommand(args: readonly string[], given: Host, release: string): Promise<void> {
  const faults: string[] = [];
  const host = { ...given, env: withSecretFiles(given.env, faults) };
  if (faults.length > 0) return fail(host, faults, EXIT.faulty);
  const program = cairnProgram(host).version(release, '-V, --version', 'the release of this command');
  for (const command of withAllBelow(program))
    command
      .showHelpAfterError('(add --help to see its options)')
      .configureOutput({
        writeOut: (text) => void host.stdout.write(text),
        writeErr: (text) => void host.stderr.write(text),
      })
      .exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    // Commander has already printed the error.
    if (!(thrown instanceof CommanderError)) throw thrown;
    host.exitWith(thrown.exitCode);
  }
}

function cairnProgram(host: Host): Command {
  const run = runIn(host);
  const program = new Command('cairn')
    .description('Runs and maintains the trail service. Configured by the same variables as the service.')
    .addHelpText('after', ABOUT);
  const commands = [
    ...[serveCommand(host), initCommand(run), migrateCommand(run), distributeCommand(run), partitionCommand(run)],
    ...[doctorCommand(run), backupCommand(run), restoreCommand(run), rotateSecretCommand(run)],
    ...[teamsCommand(run), membersCommand(run), operatorsCommand(run), keysCommand(run), connectionsCommand(run)],
    ...[groupsCommand(run), loginLinkCommand(run), loginCommand(run), whoamiCommand(run), logoutCommand(run)],
    ...[scimCommand(run), trailsCommand(run)],
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}

const ABOUT = `
Most commands work on the database directly; login, whoami, logout and trails
work on a remote Cairn. While a running service uses the embedded database, stop
it first or use the console. The variables are listed in docs/operations.md.`;

/** The command and all its descendants. Commander does not pass these settings on to subcommands. */
const withAllBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withAllBelow)];
