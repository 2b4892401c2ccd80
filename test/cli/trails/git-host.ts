// A server that speaks the parts of the APIs of GitHub and GitLab that `cairn trails pr` uses, and a bare repository.
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface GitHost {
  readonly url: string;
  readonly sent: SentRequest[];
  /** The requests on the host. */
  readonly requests: Record<string, unknown>[];
  /** The next answers, instead of the usual ones. `silent` never answers. */
  readonly faults: (Fault | 'silent')[];
  close(): Promise<void>;
}

export interface Fault {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function gitHost(): Promise<GitHost> {
  const sent: SentRequest[] = [];
  const requests: Record<string, unknown>[] = [];
  const faults: (Fault | 'silent')[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url: path = '' } = request;
      sent.push({ method, path, authorization: request.headers.authorization, body });
      const fault = faults.shift();
      if (fault !== 'silent') reply(response, fault ?? answer(requests, { method, path, body }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, sent, requests, faults },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function reply(response: ServerResponse, { status, body = { message: 'No' }, headers = {} }: Fault): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

type Asked = Pick<SentRequest, 'method' | 'path' | 'body'>;

const PATH = /^\/(?:repos\/acme\/trails\/pulls|projects\/acme%2Ftrails\/merge_requests)(?:\/(\d+))?$/;

function answer(requests: Record<string, unknown>[], { method, path, body }: Asked): Fault {
  const url = new URL(path, 'http://host');
  const parts = PATH.exec(url.pathname);
  if (parts === null) return { status: 404, body: { message: 'Not Found' } };
  const isGitlab = url.pathname.startsWith('/projects');
  const headOf = ({ head, source_branch }: Record<string, unknown>): unknown => head ?? source_branch;
  const openAt = (head: unknown) => requests.filter((one) => one.isOpen === true && headOf(one) === head);
  if (method === 'GET') {
    const head = url.searchParams.get('head')?.replace(/^acme:/, '') ?? url.searchParams.get('source_branch');
    const isOpen = url.searchParams.get('state') === (isGitlab ? 'opened' : 'open');
    return { status: 200, body: isOpen ? openAt(head) : [] };
  }
  if (method === 'POST') {
    if (openAt(headOf(body)).length > 0) return isGitlab ? ANOTHER_MERGE_REQUEST : ANOTHER_PULL_REQUEST;
    const number = requests.length + 1;
    const page = `https://host.example/acme/trails/${number}`;
    requests.push({
      ...body,
      isOpen: true,
      ...(isGitlab ? { iid: number, web_url: page } : { number, html_url: page }),
    });
    return { status: 201, body: requests.at(-1) };
  }
  const known = requests[Number(parts[1]) - 1];
  if (known === undefined || method !== (isGitlab ? 'PUT' : 'PATCH')) return { status: 404 };
  return { status: 200, body: Object.assign(known, body) };
}

const ANOTHER_MERGE_REQUEST = {
  status: 409,
  body: { message: ['Another open merge request already exists for this source branch: !1'] },
};
const ANOTHER_PULL_REQUEST = {
  status: 422,
  body: {
    message: 'Validation Failed',
    errors: [{ message: 'A pull request already exists for acme:cairn/console.' }],
  },
};

export interface Clone {
  readonly dir: string;
  /** The bare repository. */
  readonly bare: string;
  git(...args: string[]): string;
  /** Runs git in the bare repository. */
  remote(...args: string[]): string;
}

/** A bare repository with one commit on `main`, and a clone of it. */
export function cloned(): Clone {
  const home = temporaryFolder('git');
  const [bare, dir] = [join(home, 'bare.git'), join(home, 'clone')];
  const run = (cwd: string, args: readonly string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', env: GIT_ENV });
  run(home, ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  run(home, ['init', '--quiet', '--initial-branch=main', dir]);
  run(dir, ['remote', 'add', 'origin', '../bare.git']);
  const git = (...args: string[]): string => run(dir, args);
  git('commit', '--quiet', '--allow-empty', '-m', 'Start');
  git('push', '--quiet', 'origin', 'HEAD:main');
  return { dir, bare, git, remote: (...args) => run(bare, args) };
}

/** Without the settings of the machine. */
export const GIT_ENV = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@acme.example' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@acme.example' },
};
