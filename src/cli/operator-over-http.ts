// A session of an operator on a service that runs, by password over HTTP: for what needs the running process, since the
// embedded database belongs to it and no command can open it meanwhile.
import { refuse } from '../base/refusal.ts';
import { askRemote, type RemoteAnswer, reasonOf, remoteUrl } from './remote.ts';

export interface OperatorLogin {
  readonly server: string;
  /** The operator's e-mail address. */
  readonly as: string;
  readonly password: string;
}

/** A request of the session, which may take `timeoutMs`. */
interface OperatorRequest {
  readonly json?: object;
  readonly timeoutMs?: number;
}

/** Sends a request of the session; answers its body. */
export type SendAsOperator = (method: string, path: string, request?: OperatorRequest) => Promise<RemoteAnswer['body']>;

/** The password stands in the environment, where a list of processes does not show it. Refuses with `unauthorized`. */
export function operatorLogin(env: NodeJS.ProcessEnv, server: string, as: string | undefined): OperatorLogin {
  const password = env.CAIRN_OPERATOR_PASSWORD ?? '';
  if (as === undefined || password === '')
    throw refuse(
      'unauthorized',
      'Say who you are: --as with your address, and your password in CAIRN_OPERATOR_PASSWORD.',
    );
  return { server, as, password };
}

/**
 * Works in a session of the operator, which ends with it. Refuses with `bad-request` an address that would carry the
 * password without TLS, with what the service refuses, in its words, and as `askRemote`.
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
    // A person who works in a workspace too goes on as an operator of the service.
    if (session.team !== null) await send('POST', '/manage/v1/session/team', { json: { team_id: null } });
    return await work(send);
  } finally {
    await send('DELETE', '/manage/v1/session').catch(() => undefined);
  }
}
