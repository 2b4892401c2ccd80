// `cairn login-link`: a one-time address that signs a person in to the console.
import { Command } from 'commander';
import { isRefusal, refuse } from '../base/refusal.ts';
import { createLoginLink, loginLinkUrl } from '../identity/login-links.ts';
import { type CommonOptions, report, runOnDatabase } from './command-context.ts';
import { loginLinkOverHttp } from './login-link-over-http.ts';
import { operatorLogin } from './operator-over-http.ts';
import { JSON_OPTION, teamId, wholeNumberIn } from './options.ts';

/** A week: who needs longer gets another link. */
const LONGEST_MINUTES = 7 * 24 * 60;

interface LinkGiven extends CommonOptions {
  readonly email: string;
  readonly team?: string;
  readonly minutes: number;
  readonly server?: string;
  readonly as?: string;
}

export const loginLinkCommand = (): Command =>
  new Command('login-link')
    .description('make a link that signs a person in once; hand it over in private')
    .requiredOption('--email <email>', "the person's e-mail address")
    .option('--team <id>', 'the workspace to enter; default: wherever the person belongs', teamId)
    .option('--minutes <number>', 'how long the link is good', wholeNumberIn(1, LONGEST_MINUTES), 15)
    .option('--server <url>', 'ask the service that runs at this address, as an operator, instead of its database')
    .option('--as <email>', "the operator's e-mail address; the password is read from CAIRN_OPERATOR_PASSWORD")
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExamples:\n  cairn login-link --email olive@acme.example\n  CAIRN_OPERATOR_PASSWORD=… cairn login-link ' +
        '--email olive@acme.example --server https://cairn.acme.example --as otto@acme.example',
    )
    .action((options: LinkGiven) =>
      options.server !== undefined
        ? report(options, () => overHttp(options, options.server ?? ''))
        : runOnDatabase(options, ({ database, by, now, config }) =>
            database.inTransaction(async (tx) => {
              const wanted = { email: options.email, team_id: options.team, lifetime_ms: options.minutes * 60_000 };
              const { token, expires_at } = await createLoginLink(tx, wanted, now, by).catch((thrown: unknown) => {
                throw isRefusal(thrown, 'membership-revoked') ? belongsNowhere(options) : thrown;
              });
              return { url: loginLinkUrl(config.publicUrl, token), expires_at };
            }),
          ),
    );

async function overHttp({ email, team, minutes, as }: LinkGiven, server: string): Promise<object> {
  return loginLinkOverHttp({ ...operatorLogin(server, as), email, team_id: team, minutes });
}

/** The room speaks to the person; here somebody else asks. */
const belongsNowhere = ({ email, team }: LinkGiven): Error =>
  refuse(
    'not-found',
    team === undefined
      ? `${email} is no active member of a workspace and no operator. Run "cairn members add" or "cairn operators ` +
          `add" first.`
      : `${email} is no active member of the workspace ${team}. Run "cairn members add" first, or leave --team out.`,
  );
