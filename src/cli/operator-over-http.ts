// A session of an operator on a service that runs, by password over HTTP: for what needs the running process, since the
// embedded database belongs to it and no command can open it meanwhile.
import { refuse } from '../base/refusal.ts';

export interface OperatorLogin {
  readonly server: string;
  /** The operator's e-mail address. */
  readonly as: string;
  readonly password: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Sends a request of the session; answers its body. */
export type SendAsOperator = (method: string, path: string, body?: object) => Promise<Body>;

/** The password stands in the environment, where a list of processes does not show it. Refuses with `unauthorized`. */
export function operatorLogin(server: string, as: string | undefined): OperatorLogin {
  const password = process.env.CAIRN_OPERATOR_PASSWORD ?? '';
  if (as === undefined || password === '')
    throw refuse(
      'unauthorized',
      'Say who you are: --as with your address, and your password in CAIRN_OPERATOR_PASSWORD.',
    );
  return { server, as, password };
}

/**
 * Works in a session of the operator, which ends with it. Refuses with what the service refuses, in its words, and with
 * `not-ready` where no service answers.
 */
export async function asOperator<Result>(
  { server, as, password }: OperatorLogin,
  work: (send: SendAsOperator) => Promise<Result>,
): Promise<Result> {
  let cookie = '';
  const send: SendAsOperator = async (method, path, body) => {
    const answered = await ask(server, method, path, body, cookie);
    if (answered.status >= 400) throw refusedBy(answered, server);
    cookie = answered.cookie ?? cookie;
    return answered.body;
  };
  const session = await send('POST', '/sign-in/password', { email: as, password });
  try {
    // A person who works in a workspace too goes on as an operator of the service.
    if (session.team !== null) await send('POST', '/manage/v1/session/team', { team_id: null });
    return await work(send);
  } finally {
    await send('DELETE', '/manage/v1/session').catch(() => undefined);
  }
}

interface Answered {
  readonly status: number;
  readonly body: Body;
  readonly cookie: string | undefined;
}

async function ask(
  server: string,
  method: string,
  path: string,
  body: object | undefined,
  cookie: string,
): Promise<Answered> {
  const headers = {
    'X-Cairn-Console': '1',
    ...(cookie === '' ? {} : { Cookie: cookie }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const address = `${server.replace(/\/+$/, '')}${path}`;
  const response = await fetch(address, { method, headers, redirect: 'error', ...sent }).catch((cause: unknown) => {
    throw refuse(
      'not-ready',
      `No service answers at ${server}: ${cause instanceof Error ? cause.message : 'no reason'}.`,
    );
  });
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Body) : {},
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
  };
}

const refusedBy = ({ status, body }: Answered, server: string): Error =>
  refuse(
    status === 403 ? 'forbidden' : 'unprocessable',
    typeof body.detail === 'string' ? body.detail : `${server} answered ${status}: it may be no Cairn service.`,
  );
