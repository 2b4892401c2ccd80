// What `cairn login-link` does: a one-time address that signs a person in to the console.
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

/** Answers `{url, expires_at}`. */
export const linkFromDatabase = (
  { database, by, now, config }: CommandContext,
  options: LinkOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    const wanted = { email: options.email, team_id: options.team, lifetime_ms: options.minutes * 60_000 };
    const { token, expires_at } = await createLoginLink(tx, wanted, now, by).catch((thrown: unknown) => {
      throw isRefusal(thrown, 'membership-revoked') ? belongsNowhere(options) : thrown;
    });
    return { url: loginLinkUrl(config.publicUrl, token), expires_at };
  });

/** The same from the service that runs at `server`. */
export const linkFromService = (
  env: NodeJS.ProcessEnv,
  { email, team, minutes, as, server = '' }: LinkOptions,
): Promise<object> => loginLinkOverHttp({ ...operatorLogin(env, server, as), email, team_id: team, minutes });

/** The room speaks to the person; here somebody else asks. */
const belongsNowhere = ({ email, team }: LinkOptions): Error =>
  refuse(
    'not-found',
    team === undefined
      ? `${email} is no active member of a workspace and no operator. Run "cairn members add" or "cairn operators ` +
          `add" first.`
      : `${email} is no active member of the workspace ${team}. Run "cairn members add" first, or leave --team out.`,
  );
