// `cairn login`, `whoami`, `logout`: a session at a remote Cairn by the device flow (RFC 8628). The person agrees in a
// browser, on whatever machine has one; the terminal never sees a password.
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { isRefusal, refuse } from '../base/refusal.ts';
import { awaitDeviceToken } from './device-token.ts';
import { forgetSession, keepSession, keptSession } from './kept-session.ts';
import { JSON_OPTION } from './options.ts';
import { print } from './print.ts';
import { askRemote, type RemoteAnswer, remoteUrl, unlike } from './remote.ts';
import { terminalText } from './terminal-text.ts';

const CLIENT = 'cairn-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

interface Options {
  readonly url: string;
  readonly json?: boolean;
}

export const loginCommand = (): Command =>
  new Command('login')
    .description('sign in to a remote Cairn; the browser of any machine will do')
    .requiredOption('--url <address>', 'where it is, e.g. https://cairn.example')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn login --url https://cairn.example')
    .action((options: Options) => told(options, () => login(remoteUrl(options.url))));

export const whoamiCommand = (): Command =>
  new Command('whoami')
    .description('who is signed in to the remote Cairn, and in which workspace')
    .addOption(JSON_OPTION())
    .action((options: Options) => told(options, whoami));

export const logoutCommand = (): Command =>
  new Command('logout')
    .description('end the session at the remote Cairn, and forget it here')
    .addOption(JSON_OPTION())
    .action((options: Options) => told(options, logout));

async function login(url: string): Promise<object> {
  const begun = await askRemote('POST', `${url}/oauth/device`, { form: { client_id: CLIENT } });
  const { device_code, user_code, verification_uri, verification_uri_complete } = begun.body;
  if (begun.status !== 200 || typeof device_code !== 'string')
    throw refuse(
      'not-ready',
      `${url} does not sign terminals in: ${String(begun.body.error_description ?? begun.status)}`,
    );
  process.stderr.write(
    terminalText(
      `Open ${String(verification_uri)} in a browser and type in the code ${String(user_code)}\n` +
        `or open ${String(verification_uri_complete)}\nWaiting for your answer there …\n`,
    ),
  );
  const form = { grant_type: DEVICE_GRANT, client_id: CLIENT, device_code };
  const ask = () => askRemote('POST', `${url}/oauth/token`, { form });
  const token = await awaitDeviceToken(begun.body, { ask, pause: sleep, now: Date.now });
  await keepSession({ url, token }, process.env);
  return whoami();
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function whoami(): Promise<object> {
  const { url, token } = await keptSession(process.env);
  const { status, body } = await askRemote('GET', `${url}/manage/v1/session`, { headers: bearer(token) });
  if (status === 401) throw refuse('unauthorized', 'The session has ended. Run "cairn login" again.');
  if (status !== 200 || !isSession(body)) throw unlike(url, status);
  const { person, team, roles, session } = body;
  return {
    url,
    name: person.name,
    email: person.email,
    workspace: team?.name ?? null,
    roles,
    until: session.expires_at,
  };
}

interface SessionBody {
  readonly person: { readonly name: string; readonly email: string | null };
  readonly team: { readonly name: string } | null;
  readonly roles: readonly string[];
  readonly session: { readonly expires_at: string };
}

/** True for what Cairn answers, as far as it is printed. */
const isSession = (body: RemoteAnswer['body']): body is RemoteAnswer['body'] & SessionBody =>
  [body.person, body.session, body.roles].every((member) => typeof member === 'object' && member !== null);

async function logout(): Promise<object> {
  const { url, token } = await keptSession(process.env);
  const { status } = await askRemote('DELETE', `${url}/manage/v1/session`, { headers: bearer(token) });
  // A session that has ended is as good as one that ends now.
  if (status !== 204 && status !== 401) throw refuse('not-ready', `${url} answered ${status}. The session is kept.`);
  await forgetSession(process.env);
  return { url, signed_out: true };
}

async function told({ json }: Options, work: () => Promise<object>): Promise<void> {
  try {
    print(await work(), json === true);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    process.stderr.write(`${terminalText(thrown.message)}\n`);
    process.exitCode = 1;
  }
}
