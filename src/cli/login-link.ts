// `cairn login-link`: creates a one-time link that signs a person in to the console.
import { isRefusal, refuse } from '../base/refusal.ts';
import { createLoginLink, loginLinkUrl } from '../identity/login-links.ts';
import type { CommandContext } from './command-context.ts';
import { loginLinkOverHttp } from './login-link-over-http.ts';
import { operatorLogin } from './operator-over-http.ts';
import type { CommonOptions } from './options.ts';

export interface LinkOptions extends CommonOptions {
  readonly email: string;
  readonly team?: string;
  readonly minutes: number;
  readonly server?: string;
  readonly as?: string;
}

/** Returns `{url, expires_at}`. */
export const linkFromDatabase = (
  { database, by, now, config }: CommandContext,
  options: LinkOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    const link = { email: options.email, team_id: options.team, lifetime_ms: options.minutes * 60_000 };
    const { token, expires_at } = await createLoginLink(tx, link, now, by).catch((thrown: unknown) => {
      throw isRefusal(thrown, 'membership-revoked') ? belongsNowhere(options) : thrown;
    });
    return { url: loginLinkUrl(config.publicUrl, token), expires_at };
  });

/** Same as `linkFromDatabase`, through the service at `server`. */
export const linkFromService = (
  env: NodeJS.ProcessEnv,
  { email, team, minutes, as, server = '' }: LinkOptions,
): Promise<object> => loginLinkOverHttp({ ...operatorLogin(env, server, as), email, team_id: team, minutes });

/** The room's message addresses the person who signs in, but here an operator reads it. */
const belongsNowhere = ({ email, team }: LinkOptions): Error =>
  refuse(
    'not-found',
    team === undefined
      ? `${email} is neither an active member of a workspace nor an operator. Run "cairn members add" or ` +
          `"cairn operators add" first.`
      : `${email} is not an active member of the workspace ${team}. Run "cairn members add" first, or omit --team.`,
  );
