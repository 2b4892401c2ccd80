// Pull requests of GitHub and merge requests of GitLab, through their APIs.
import { refuse } from '../../../base/refusal.ts';
import { askRemote, type RemoteAnswer } from '../../remote.ts';
import { type RequestHost, requireToken } from './request-host.ts';

export interface OpenRequest {
  readonly number: number;
  readonly url: string;
}

export interface RequestText {
  readonly title: string;
  readonly body: string;
}

/** The requests from one branch into another. */
export interface Requests {
  /** The open request, or undefined. */
  find(): Promise<OpenRequest | undefined>;
  /** Returns undefined if there is an open request already. */
  open(text: RequestText): Promise<OpenRequest | undefined>;
  /** Replaces the description. People may have changed the title, so it stays. */
  update(request: OpenRequest, body: string): Promise<void>;
}

/** Fails with a sentence for each status that means that a person has to act. */
export function requestsOf(host: RequestHost, branch: string, base: string, timeoutMs?: number): Requests {
  const shape = host.kind === 'github' ? github(host, branch, base) : gitlab(host, branch, base);
  const ask = asking(host, timeoutMs);
  return {
    async find() {
      const { body } = await ask('GET', `${shape.path}?${new URLSearchParams(shape.query)}`);
      const [first] = Array.isArray(body) ? (body as unknown[]) : [];
      return first === undefined ? undefined : openRequest(first, host);
    },
    async open({ title, body }) {
      const answer = await ask('POST', shape.path, shape.created(title, body), [409, 422]);
      if (answer.status < 400) return openRequest(answer.body, host);
      if (/already exists/i.test(messageOf(answer))) return undefined;
      throw refuse('conflict', `${nameOf(host)} refused the request: ${messageOf(answer)}`);
    },
    async update({ number }, body) {
      await ask(shape.method, `${shape.path}/${number}`, shape.changed(body));
    },
  };
}

interface Shape {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly method: 'PATCH' | 'PUT';
  created(title: string, body: string): object;
  changed(body: string): object;
}

function github({ repo }: RequestHost, head: string, base: string): Shape {
  return {
    path: `/repos/${repo}/pulls`,
    query: { state: 'open', head: `${repo.split('/', 1)[0]}:${head}`, base },
    method: 'PATCH',
    created: (title, body) => ({ title, body, head, base }),
    changed: (body) => ({ body }),
  };
}

function gitlab({ repo }: RequestHost, source_branch: string, target_branch: string): Shape {
  const branches = { source_branch, target_branch };
  return {
    path: `/projects/${encodeURIComponent(repo)}/merge_requests`,
    query: { state: 'opened', ...branches },
    method: 'PUT',
    created: (title, description) => ({ title, description, ...branches, remove_source_branch: true }),
    changed: (description) => ({ description }),
  };
}

function openRequest(value: unknown, host: RequestHost): OpenRequest {
  const { number, iid, html_url, web_url } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const [id, url] = [number ?? iid, html_url ?? web_url];
  if (typeof id === 'number' && typeof url === 'string') return { number: id, url };
  throw refuse('not-ready', `${host.api} did not answer like ${nameOf(host)}. Check --api and --host.`);
}

type Ask = (method: string, path: string, json?: object, expected?: readonly number[]) => Promise<RemoteAnswer>;

function asking(host: RequestHost, timeoutMs: number | undefined): Ask {
  return async (method, path, json, expected = []) => {
    const headers = {
      Authorization: `Bearer ${requireToken(host)}`,
      'User-Agent': 'cairn',
      ...(host.kind === 'github' && { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' }),
    };
    const answer = await askRemote(method, `${host.api}${path}`, { headers, json, timeoutMs, service: nameOf(host) });
    if (answer.status < 400 || expected.includes(answer.status)) return answer;
    throw refusalOf(host, answer);
  };
}

function refusalOf(host: RequestHost, answer: RemoteAnswer): Error {
  const { kind, repo, api } = host;
  const [name, said] = [nameOf(host), messageOf(answer)];
  const wait = answer.headers.get('retry-after');
  if (answer.status === 429 || (answer.status === 403 && (wait !== null || /rate limit/i.test(said))))
    return refuse('rate-limited', `${name} limits requests. Try again ${wait === null ? 'later' : `in ${wait} s`}.`);
  if (answer.status === 401) return refuse('unauthorized', `${name} does not accept the token. Create a new one.`);
  const rights =
    kind === 'github'
      ? 'Allow it to write to contents and pull requests. In GitHub Actions, also let Actions create pull requests.'
      : 'It needs the scope api and the role Developer.';
  if (answer.status === 403) return refuse('forbidden', `The token may not do this in ${repo} (${said}). ${rights}`);
  if (answer.status === 404)
    return refuse('not-found', `There is no repository ${repo} at ${api}, or the token may not see it. ${rights}`);
  return refuse('conflict', `${name} answered ${answer.status}: ${said}`);
}

/** GitHub lists reasons in `errors`, and GitLab sends a text, a list or fields in `message`. */
function messageOf({ status, body }: RemoteAnswer): string {
  const errors = (Array.isArray(body.errors) ? body.errors : []) as readonly ({ message?: unknown } | null)[];
  const reasons = [body.message ?? body.error, ...errors.map((one) => one?.message)].filter((one) => one !== undefined);
  const said = reasons.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('; ');
  return said === '' ? `status ${status}` : said.slice(0, 500);
}

const nameOf = ({ kind }: RequestHost): string => (kind === 'github' ? 'GitHub' : 'GitLab');
