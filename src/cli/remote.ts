// A remote Cairn, asked over HTTPS, and the session that `cairn login` left in the user's configuration folder (0600).
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ifThere } from '../base/if-there.ts';
import { jsonIn } from '../base/json.ts';
import { isLoopback } from '../base/loopback.ts';
import { refuse } from '../base/refusal.ts';

export interface StoredSession {
  readonly url: string;
  readonly token: string;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 15_000;

/** `https://cairn.example/`, without the slash. Refuses with `validation` what would carry a session without TLS. */
export function remoteUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSafe && url !== undefined && url.search === '' && url.hash === '') return url.href.replace(/\/+$/, '');
  throw refuse('bad-request', `--url must be an address such as https://cairn.example, not ${JSON.stringify(given)}.`);
}

/** Asks; a body of fields goes as a form. Refuses with `not-ready` where nobody answers in JSON. */
export async function askRemote(
  method: string,
  url: string,
  options: { readonly token?: string; readonly form?: Readonly<Record<string, string>> } = {},
): Promise<RemoteAnswer> {
  const { token, form } = options;
  const request = {
    method,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    redirect: 'error' as const,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  // An answer that stops in its middle is none either.
  const whole = async (answer: Response) => ({ status: answer.status, text: await answer.text() });
  const { status, text } = await fetch(url, request)
    .then(whole)
    .catch(() => {
      throw refuse('not-ready', `${new URL(url).origin} does not answer. Check the address and the network.`);
    });
  return { status, body: text === '' ? {} : parsed(text, url) };
}

function parsed(text: string, url: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text);
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw refuse('not-ready', `${new URL(url).origin} does not answer as Cairn does. Check the address.`);
}

/** Where the session is kept: below XDG_CONFIG_HOME, else ~/.config. */
const sessionFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cairn', 'session.json');

/** Keeps the session for this user alone; a crash leaves the old one. Answers where. */
export async function keepSession(session: StoredSession, env: NodeJS.ProcessEnv): Promise<string> {
  const file = sessionFile(env);
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(session)}\n`, { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, file);
  return file;
}

/** The session that is kept. Refuses with `unauthorized` where there is none, with `bad-request` a damaged file. */
export async function keptSession(env: NodeJS.ProcessEnv): Promise<StoredSession> {
  const file = sessionFile(env);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === undefined)
    throw refuse('unauthorized', 'Nobody is signed in here. Run "cairn login --url https://…" first.');
  const session = jsonIn(text) as Partial<StoredSession> | null | undefined;
  if (typeof session?.url === 'string' && typeof session.token === 'string')
    return { url: session.url, token: session.token };
  throw refuse('bad-request', `${file} holds no session. Run "cairn login --url https://…" again.`);
}

export const forgetSession = (env: NodeJS.ProcessEnv): Promise<void> => rm(sessionFile(env), { force: true });
