// Requests a sign-in link from a running service, as an operator.
import { asOperator, type OperatorLogin } from './operator-over-http.ts';
import { unlike } from './remote.ts';

export interface LinkOverHttp extends OperatorLogin {
  readonly email: string;
  readonly team_id?: string | undefined;
  readonly minutes: number;
}

/** Returns the link. Fails for the same reasons as `asOperator`. */
export const loginLinkOverHttp = ({
  email,
  team_id,
  minutes,
  ...login
}: LinkOverHttp): Promise<{ url: string; expires_at: string }> =>
  asOperator(login, async (send) => {
    const json = { email, minutes, ...(team_id && { team_id }) };
    const { url, expires_at } = await send('POST', '/manage/v1/sign-in-links', { json });
    if (typeof url === 'string' && typeof expires_at === 'string') return { url, expires_at };
    throw unlike(login.server, 201);
  });
