// `cairn login`, `whoami` and `logout`: a session at a remote Cairn through the device flow (RFC 8628). The person
// approves it in a browser on any machine, and the terminal never sees a password.
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../base/refusal.ts';
import { awaitDeviceToken } from './device-token.ts';
import type { Host } from './host.ts';
import { forgetSession, keepSession, keptSession } from './kept-session.ts';
import { askRemote, type RemoteAnswer, remoteUrl, unlike } from './remote.ts';
import { terminalText } from './terminal-text.ts';

const CLIENT = 'cairn-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Waits until the person approves in a browser. Returns who is signed in. */
export async function login(host: Host, address: string): Promise<object> {
  const url = remoteUrl(address);
  const begun = await askRemote('POST', `${url}/oauth/device`, { form: { client_id: CLIENT } });
  const { device_code, user_code, verification_uri, verification_uri_complete } = begun.body;
  if (begun.status !== 200 || typeof device_code !== 'string')
    throw refuse(
      'not-ready',
      `${url} does not let terminals sign in: ${String(begun.body.error_description ?? begun.status)}`,
    );
  host.stderr.write(
    terminalText(
      `Open ${String(verification_uri)} in a browser and enter the code ${String(user_code)}\n` +
        `or open ${String(verification_uri_complete)}\nWaiting for your approval …\n`,
    ),
  );
  const form = { grant_type: DEVICE_GRANT, client_id: CLIENT, device_code };
  const ask = () => askRemote('POST', `${url}/oauth/token`, { form });
  const token = await awaitDeviceToken(begun.body, { ask, pause: sleep, now: Date.now });
  await keepSession({ url, token }, host.env).catch(async (thrown: unknown) => {
    // End the session, because it could not be stored. If ending it fails, too, it expires.
    await endSession(url, token).catch(() => undefined);
    throw thrown;
  });
  return whoami(host);
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/**
 * Returns the person, the workspace, and when the session expires. Fails with `unauthorized` if there is no session.
 */
export async function whoami({ env }: Host): Promise<object> {
  const { url, token } = await keptSession(env);
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

/** Checks the response members that are printed. */
const isSession = (body: RemoteAnswer['body']): body is RemoteAnswer['body'] & SessionBody =>
  [body.person, body.session, body.roles].every((member) => typeof member === 'object' && member !== null);

const endSession = (url: string, token: string): Promise<RemoteAnswer> =>
  askRemote('DELETE', `${url}/manage/v1/session`, { headers: bearer(token) });

/** Ends the session on the server, then removes it here. */
export async function logout({ env }: Host): Promise<object> {
  const { url, token } = await keptSession(env);
  const { status } = await endSession(url, token);
  // 401 means that the session has already ended.
  if (status !== 204 && status !== 401) throw refuse('not-ready', `${url} answered ${status}. The session was kept.`);
  await forgetSession(env);
  return { url, signed_out: true };
}
