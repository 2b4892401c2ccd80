// Signs an operator in to a running service with a password, for work that the running process has to do. No command
// can open the embedded database while the service runs.
import { refuse } from '../base/refusal.ts';
import { askRemote, type RemoteAnswer, reasonOf, remoteUrl } from './remote.ts';

export interface OperatorLogin {
  readonly server: string;
  /** The operator's e-mail address. */
  readonly as: string;
  readonly password: string;
}

/** A request in the session. */
interface OperatorRequest {
  readonly json?: object;
  readonly timeoutMs?: number;
}

/** Sends a request in the session and returns the body. */
export type SendAsOperator = (method: string, path: string, request?: OperatorRequest) => Promise<RemoteAnswer['body']>;

/**
 * Takes the password from the environment, because process lists show arguments. Fails with `unauthorized` if sign-in
 * fails.
 */
export function operatorLogin(env: NodeJS.ProcessEnv, server: string, as: string | undefined): OperatorLogin {
  const password = env.CAIRN_OPERATOR_PASSWORD ?? '';
  if (as === undefined || password === '')
    throw refuse(
      'unauthorized',
      'Sign in as an operator: pass your e-mail address with --as, and set CAIRN_OPERATOR_PASSWORD.',
    );
  return { server, as, password };
}

/**
 * Runs `work` in an operator session and ends the session afterwards. Fails with `bad-request` if the password would be
 * sent without TLS, with the service's own messages, and for the same reasons as `askRemote`.
 */
export async function asOperator<Result>(
  { server, as, password }: OperatorLogin,
  work: (send: SendAsOperator) => Promise<Result>,
): Promise<Result> {
  const base = remoteUrl(server, '--server');
  let cookie = '';
  const send: SendAsOperator = async (method, path, request) => {
    const headers = { 'X-Cairn-Console': '1', ...(cookie !== '' && { Cookie: cookie }) };
    const answer = await askRemote(method, `${base}${path}`, { ...request, headers });
    const { status } = answer;
    if (status >= 400) throw refuse(status === 403 ? 'forbidden' : 'unprocessable', reasonOf(answer, base));
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer.body;
  };
  const session = await send('POST', '/sign-in/password', { json: { email: as, password } });
  try {
    // If the operator is also a member of a workspace, switch from it to the service.
    if (session.team !== null) await send('POST', '/manage/v1/session/team', { json: { team_id: null } });
    return await work(send);
  } finally {
    await send('DELETE', '/manage/v1/session').catch(() => undefined);
  }
}
