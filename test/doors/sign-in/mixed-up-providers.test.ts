// The mix-up attack (RFC 9700, section 4.4): a workspace with a hostile provider redirects browsers to another
// workspace's provider, receives the returned code, and uses it here in its own sign-in.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from './browser.ts';
import { PUBLIC, REDIRECT, type SsoWorld, ssoWorld, whyNot } from './single-sign-on-world.ts';

let deps: SsoWorld;
let hostile: Server;
let issuer: string;
/** The target of the hostile provider's redirect, and the service's request to it. */
let sendsTo: URL;
let told: URLSearchParams | undefined;

beforeAll(async () => {
  deps = await ssoWorld();
  hostile = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    if (url.pathname === '/authorize') {
      sendsTo.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(303, { Location: sendsTo.href }).end();
    } else if (url.pathname === '/token') {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        told = new URLSearchParams(body);
        response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
      });
    } else
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(
          JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }),
        );
  }).listen(0, '127.0.0.1');
  await new Promise((done) => hostile.once('listening', done));
  issuer = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
});
afterAll(async () => {
  hostile.closeAllConnections();
  hostile.close();
  await deps.close();
});

test('does not accept a returned code in another sign-in, so that a hostile provider cannot sign anyone in elsewhere', async () => {
  const { here, provider } = deps;
  const team = await deps.ssoTeam();
  await team.known('ida');
  const theirs = await here.team();
  expect(
    (await deps.save(theirs, { issuer, client_id: 'x', client_secret: null, enabled: true, required: false })).status,
  ).toBe(204);

  // The attacker starts a sign-in at the attacked workspace, and passes on its challenge and nonce.
  const attacker = browser(here);
  const begun = await attacker.send('GET', `/sign-in/sso?team=${team.team_id}`);
  sendsTo = new URL(begun.headers.get('location') ?? '');
  const state = sendsTo.searchParams.get('state') ?? '';

  // The victim follows a link to the attacker's workspace, and has a session at their own provider.
  const victim = browser(here);
  const off = await victim.send('GET', `/sign-in/sso?team=${theirs.team_id}`);
  const onward = await fetch(off.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(await provider.signIn(onward.headers.get('location') ?? '', 'ida'));
  expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
  // Most providers do not identify themselves in the response (RFC 9207). This one could.
  back.searchParams.delete('iss');
  expect(whyNot(await victim.send('GET', back.href.slice(PUBLIC.length)))).toBe('provider');

  const code = told?.get('code') ?? '';
  expect(code).toBe(back.searchParams.get('code'));
  const iss = new URLSearchParams({ code, state, iss: provider.issuer });
  expect(whyNot(await attacker.send('GET', `/sign-in/sso/callback?${iss}`))).toBe('expired');
});
