// The session of `cairn login`, stored in the user's configuration folder (mode 0600).
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ifThere, makeFolder } from '../base/files.ts';
import { jsonIn } from '../base/json.ts';
import { refuse } from '../base/refusal.ts';
import { putInPlace } from './put-in-place.ts';

export interface StoredSession {
  readonly url: string;
  readonly token: string;
}

/** The path below XDG_CONFIG_HOME or ~/.config. */
const sessionFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cairn', 'session.json');

/** Stores the session atomically, readable only by this user. Returns the path. */
export async function keepSession(session: StoredSession, env: NodeJS.ProcessEnv): Promise<string> {
  const file = sessionFile(env);
  await makeFolder(dirname(file), 0o700);
  await putInPlace(file, `${JSON.stringify(session)}\n`, 0o600);
  return file;
}

/**
 * Reads the stored session. Fails with `unauthorized` if there is none, and with `bad-request` if the file is damaged.
 */
export async function keptSession(env: NodeJS.ProcessEnv): Promise<StoredSession> {
  const file = sessionFile(env);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === undefined)
    throw refuse('unauthorized', 'You are not signed in. Run "cairn login --url https://…" first.');
  const session = jsonIn(text) as Partial<StoredSession> | null | undefined;
  if (typeof session?.url === 'string' && typeof session.token === 'string')
    return { url: session.url, token: session.token };
  throw refuse('bad-request', `${file} is damaged. Run "cairn login --url https://…" again.`);
}

export const forgetSession = (env: NodeJS.ProcessEnv): Promise<void> => rm(sessionFile(env), { force: true });
