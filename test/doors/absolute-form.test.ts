// A request target may include scheme and host (RFC 9112, section 3.2.2). Every door treats it like the path alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const SCIM = `/scim/v2/${newId()}`;

test.each([
  ['GET', '/health'],
  ['GET', '/v1/nothing'],
  ['DELETE', '/v1/me'],
  ['GET', `${SCIM}/Users`],
  ['GET', `${SCIM}/users?count=1`],
  ['GET', `${SCIM}/nothing`],
  ['DELETE', `${SCIM}/Users`],
  ['GET', `${SCIM}/%zz`],
  ['GET', '/oauth/nothing'],
  ['GET', '/oauth/token'],
  ['GET', '/mcp'],
  ['GET', '/manage/v1/members?limit=0'],
  ['GET', ''],
  ['GET', '?a=b'],
])('%s %s', async (method, path) => {
  const ask = async (target: string) => {
    const { status, headers, body } = await sendRaw(
      Number(new URL(service.address).port),
      `${method} ${target} HTTP/1.1\r\nHost: cairn.test\r\nRequest-Id: same\r\nConnection: close\r\n\r\n`,
    );
    return { status, type: headers['content-type'], allow: headers.allow, body };
  };
  const asPath = await ask(path.startsWith('/') ? path : `/${path}`);
  for (const origin of ['http://cairn.test', 'HTTPS://elsewhere.test:444'])
    expect(await ask(`${origin}${path}`)).toEqual(asPath);
});
