// A client of the authorization server and a person's browser, over HTTP only.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Heard } from '../../support/speaker.ts';
import type { World } from '../../support/world.ts';
import { type Browser, signedIn } from '../sign-in/browser.ts';

export const PUBLIC = 'http://localhost:8080';
export const CALLBACK = 'http://127.0.0.1:4444/callback';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope?: string;
}
export interface OauthProblem {
  readonly error: string;
  readonly error_description?: string;
}
export interface Registered {
  readonly client_id: string;
  readonly client_secret?: string;
}

type Fields = Readonly<Record<string, string>>;

/** Registers a public client of its own unless `metadata` says otherwise. Identical registrations share a client. */
export async function registered(here: World, metadata: object = {}): Promise<Registered> {
  const wanted = {
    client_name: 'Trail Tool',
    client_uri: `https://tool.example/${randomBytes(6).toString('hex')}`,
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
    ...metadata,
  };
  const answer = await here.anyone.post<Registered>('/oauth/register', wanted);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export const postForm = <Body = Tokens & OauthProblem>(
  here: World,
  path: string,
  fields: Fields,
  headers: Fields = {},
): Promise<Heard<Body>> =>
  here.anyone.post<Body>(path, new URLSearchParams(fields).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });

export interface Asking {
  readonly verifier: string;
  readonly url: string;
}

/** The address to which a client sends the browser. */
export function asking(client_id: string, fields: Fields = {}): Asking {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...fields,
  });
  return { verifier, url: `/oauth/authorize?${query}` };
}

/** The id of the pending request, taken from the page to which the browser is sent. */
export async function waiting(visitor: Browser, url: string): Promise<string> {
  const answer = await visitor.send('GET', url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(303);
  const location = answer.headers.get('location') ?? '';
  const { pathname } = new URL(location);
  expect(pathname).toMatch(/^\/connect\/./);
  return pathname.slice('/connect/'.length);
}

/** Sends the person's decision, and returns the address where the browser ends up. */
export async function answered(visitor: Browser, uid: string, decision: object): Promise<URL> {
  const decided = await visitor.send<{ redirect_to: string }>('POST', `/oauth/authorize/${uid}/consent`, decision);
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  const { pathname, search } = new URL(decided.body.redirect_to);
  const back = await visitor.send('GET', pathname + search);
  expect(back.status, JSON.stringify(back.body)).toBe(303);
  return new URL(back.headers.get('location') ?? '');
}

export interface Connecting {
  readonly resource?: string;
  readonly scope?: string;
  readonly decision?: object;
}

/** Gets a code for the person's consent. */
export async function codeFor(here: World, email: string, client_id: string, options: Connecting = {}) {
  const visitor = await signedIn(here, email);
  const { resource = '/v1', scope, decision = { allow: true } } = options;
  const { verifier, url } = asking(client_id, {
    resource: PUBLIC + resource,
    ...(scope === undefined ? {} : { scope }),
  });
  const back = await answered(visitor, await waiting(visitor, url), decision);
  return { code: back.searchParams.get('code') ?? '', verifier, back };
}

/** Redeems a code. */
export const redeem = (here: World, client_id: string, code: string, verifier: string, more: Fields = {}) =>
  postForm(here, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri: CALLBACK,
    ...more,
  });

/** The tokens for a person's consent. */
export async function connected(
  here: World,
  email: string,
  client_id: string,
  options: Connecting = {},
): Promise<Tokens> {
  const { code, verifier } = await codeFor(here, email, client_id, options);
  const answer = await redeem(here, client_id, code, verifier);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export const refreshed = (here: World, client_id: string, refresh_token: string, more: Fields = {}) =>
  postForm(here, '/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more });
