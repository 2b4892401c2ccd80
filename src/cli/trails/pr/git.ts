// Runs git for `cairn trails pr`. It asks no questions, and its messages never show a password.
import { execFile } from 'node:child_process';
import { refuse } from '../../../base/refusal.ts';

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 64 * 1_048_576;

/** Runs `git` in a folder and returns its output. Fails with `conflict`, with git's own message, unless it succeeds. */
export type Git = (cwd: string, ...args: readonly string[]) => Promise<string>;

/** Git with these variables. `token` is only used if the server asks for a password at this origin. */
export function gitWith(env: NodeJS.ProcessEnv, login?: { readonly origin: string; readonly token: string }): Git {
  const own = { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', ...env, ...credentials(env, login), ...QUIET };
  return (cwd, ...args) =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: own, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
      execFile('git', [...args], options, (failure, stdout, stderr) => {
        if (failure === null) resolve(stdout);
        else reject(failed(args, failure, stderr));
      });
    });
}

const QUIET = { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/** The token is in a variable and not in an argument, because other users of the machine can read arguments. */
function credentials(env: NodeJS.ProcessEnv, login: { origin: string; token: string } | undefined): NodeJS.ProcessEnv {
  if (login === undefined) return {};
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  const helper = '!f() { test "$1" = get && echo username=x-access-token && echo "password=$GIT_PUSH_TOKEN"; }; f';
  return {
    GIT_PUSH_TOKEN: login.token,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${login.origin}.helper`,
    [`GIT_CONFIG_VALUE_${count}`]: helper,
  };
}

type Failure = Error & { readonly code?: unknown; readonly killed?: boolean };

function failed(args: readonly string[], { code, killed }: Failure, stderr: string): Error {
  if (code === 'ENOENT') return refuse('not-found', 'git could not be started. Install git, and check the folder.');
  const command = `git ${args.find((arg) => !arg.startsWith('-')) ?? ''}`;
  if (killed === true) return refuse('not-ready', `${command} did not finish within ${TIMEOUT_MS / 1_000} s.`);
  const reason = stderr.replaceAll(/\/\/[^/@\s]+@/g, '//').trim();
  return refuse('conflict', `${command} failed: ${reason === '' ? `exit code ${code}` : reason}`);
}
