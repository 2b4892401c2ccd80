// The host of a repository: GitHub or GitLab, its API, and the token for it.
import { refuse } from '../../../base/refusal.ts';
import { remoteUrl } from '../../remote.ts';

export const HOST_KINDS = ['github', 'gitlab'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

export interface HostOptions {
  readonly host?: HostKind;
  readonly api?: string;
  readonly repo?: string;
}

export interface RequestHost {
  readonly kind: HostKind;
  /** Without a trailing slash. */
  readonly api: string;
  /** `acme/trails`, in GitLab also `acme/group/trails`. */
  readonly repo: string;
  /** The https origin of the remote; undefined for SSH. */
  readonly origin: string | undefined;
  /** Undefined if the environment does not set it. */
  readonly token: string | undefined;
}

/** The host of this remote. Fails with `bad-request` if the options do not say enough. */
export function requestHost(remote: string, options: HostOptions, env: NodeJS.ProcessEnv): RequestHost {
  const { hostname, path, origin } = remoteParts(remote);
  const kind = options.host ?? kindOf(hostname, env);
  const repo = options.repo ?? path;
  if (kind === undefined)
    throw refuse('bad-request', `Add --host github or --host gitlab: ${hostname || 'the remote'} is neither by name.`);
  if (repo === undefined || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(repo))
    throw refuse('bad-request', 'Add the name of the repository, such as --repo acme/trails.');
  const api = options.api ?? apiOf(kind, hostname, env);
  if (api === undefined) throw refuse('bad-request', 'Add the address of the API with --api.');
  return { kind, api: remoteUrl(api, '--api'), repo, origin, token: tokenOf(kind, env) };
}

interface RemoteParts {
  readonly hostname: string;
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
}

/** `https://host/acme/trails.git`, `ssh://git@host/acme/trails` or `git@host:acme/trails.git`. */
function remoteParts(remote: string): RemoteParts {
  const short = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(remote);
  if (short !== null && !URL.canParse(remote)) return { hostname: short[1] ?? '', path: repoIn(short[2] ?? '') };
  const url = URL.canParse(remote) ? new URL(remote) : undefined;
  if (url === undefined || url.hostname === '') return { hostname: '' };
  const origin = url.protocol === 'https:' ? url.origin : undefined;
  return { hostname: url.hostname, path: repoIn(url.pathname), origin };
}

const repoIn = (path: string): string => path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');

function kindOf(hostname: string, env: NodeJS.ProcessEnv): HostKind | undefined {
  if (hostname === 'github.com') return 'github';
  if (hostname.startsWith('gitlab.')) return 'gitlab';
  if (env.GITHUB_ACTIONS === 'true') return 'github';
  return env.GITLAB_CI === 'true' ? 'gitlab' : undefined;
}

/** Jobs of GitHub and GitLab have the address of their API in a variable. */
function apiOf(kind: HostKind, hostname: string, env: NodeJS.ProcessEnv): string | undefined {
  const own = kind === 'github' ? env.GITHUB_API_URL : env.CI_API_V4_URL;
  if (own !== undefined && own !== '') return own;
  if (hostname === '') return undefined;
  if (kind === 'gitlab') return `https://${hostname}/api/v4`;
  return hostname === 'github.com' ? 'https://api.github.com' : `https://${hostname}/api/v3`;
}

const TOKENS = { github: ['GITHUB_TOKEN', 'GH_TOKEN'], gitlab: ['GITLAB_TOKEN'] } as const;

function tokenOf(kind: HostKind, env: NodeJS.ProcessEnv): string | undefined {
  for (const name of TOKENS[kind]) {
    const token = (env[name] ?? '').trim();
    if (token === '') continue;
    if (/^[\x21-\x7e]+$/.test(token)) return token;
    throw refuse('bad-request', `${name} contains a character that tokens never have. Copy the token again.`);
  }
  return undefined;
}

/** The token. Fails with `unauthorized` without one. */
export function requireToken({ kind, token }: RequestHost): string {
  if (token !== undefined) return token;
  const rights = kind === 'github' ? 'write to contents and pull requests' : 'use the scope api';
  throw refuse(
    'unauthorized',
    `Set ${TOKENS[kind][0]} to a token that may ${rights}. It is never read from an option.`,
  );
}
