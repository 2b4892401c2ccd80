// A sign-in link from a service that runs: asked for over HTTP in a session of an operator, which ends with it. The
// embedded database belongs to the running process, so no command can open it meanwhile.
import { refuse } from '../base/refusal.ts';

export interface LinkOverHttp {
  readonly server: string;
  /** The operator. */
  readonly as: string;
  readonly password: string;
  readonly email: string;
  readonly team_id?: string | undefined;
  readonly minutes: number;
}

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string | undefined;
}

/**
 * Answers the link. Refuses with what the service refuses, in its words, and with `not-ready` where no service answers.
 */
export async function loginLinkOverHttp(wanted: LinkOverHttp): Promise<{ url: string; expires_at: string }> {
  const { server, as, password, email, team_id, minutes } = wanted;
  let cookie = '';
  const send = async (method: string, path: string, body?: object): Promise<Answered> => {
    const answered = await ask(server, method, path, body, cookie);
    if (answered.status >= 400) throw refusedBy(answered, server);
    cookie = answered.cookie ?? cookie;
    return answered;
  };
  const { body: session } = await send('POST', '/sign-in/password', { email: as, password });
  try {
    // A person who works in a workspace too goes on as an operator of the service.
    if (session.team !== null) await send('POST', '/manage/v1/session/team', { team_id: null });
    const link = await send('POST', '/manage/v1/sign-in-links', { email, minutes, ...(team_id && { team_id }) });
    return link.body as { url: string; expires_at: string };
  } finally {
    await send('DELETE', '/manage/v1/session').catch(() => undefined);
  }
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
    body: isJson ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {},
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
  };
}

const refusedBy = ({ status, body }: Answered, server: string): Error =>
  refuse(
    status === 403 ? 'forbidden' : 'unprocessable',
    typeof body.detail === 'string' ? body.detail : `${server} answered ${status}: it may be no Cairn service.`,
  );
