// Lists, pages, cursors, projections and versions over HTTP (RFC 7644 3.4.2, 3.9, 3.14, and RFC 9865).

import type { JsonObject } from '@cairn/scim-protocol/json';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import type { CursorKeys } from '../../../src/base/signed-cursor.ts';
import { readListQuery } from '../../../src/provisioning/lists/list-query.ts';
import { listResources } from '../../../src/provisioning/lists/list-resources.ts';
import { LISTED_GROUPS } from '../../../src/provisioning/lists/listed-types.ts';
import type { Database } from '../../../src/storage/database.ts';
import { textOf } from '../../../src/storage/sql.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, type ScimConnection } from './support/connection.ts';

let service: World;
let okta: ScimConnection;
let ids: string[];
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  ids = [];
  for (let n = 0; n < 25; n += 1) ids.push(await okta.user(`Person${n}`, n % 2 === 0 ? { title: 'Even' } : {}));
});
afterAll(() => service.close());

const idsIn = ({ body }: { body: JsonObject }): unknown[] => (body.Resources as JsonObject[]).map(({ id }) => id);

describe('pages by index', () => {
  it('contain everyone once, in a stable order', async () => {
    const seen: unknown[] = [];
    for (let startIndex = 1; startIndex <= 25; startIndex += 10) {
      const page = await okta.get(`/Users?startIndex=${startIndex}&count=10`);
      expect(page.body).toMatchObject({ totalResults: 25, startIndex, itemsPerPage: Math.min(10, 26 - startIndex) });
      seen.push(...idsIn(page));
    }
    expect(seen).toEqual(ids);
  });

  it('have the requested attributes, even if the parameter is repeated', async () => {
    for (const query of ['attributes=userName,title', 'attributes=userName&attributes=title']) {
      const { body } = await okta.get(`/Users?count=1&${query}`);
      expect((body.Resources as JsonObject[]).map((one) => Object.keys(one).sort())).toEqual([
        ['id', 'schemas', 'title', 'userName'],
      ]);
    }
  });

  it('accept parameter names in any letter case, in the query and in a search body', async () => {
    const filter = `id eq "${ids[3]}"`;
    const found = idsIn(await okta.get(`/Users?filter=${filter}`));
    expect(found).toHaveLength(1);
    expect(idsIn(await okta.get(`/Users?Filter=${filter}`))).toEqual(found);
    expect(idsIn(await okta.get('/Users?startindex=4&COUNT=1&excludedattributes=title'))).toEqual([ids[3]]);
    const search = { Schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], Filter: filter, StartIndex: 1 };
    expect(idsIn(await okta.post('/Users/.search', search))).toEqual(found);
    expect((await okta.get('/Schemas?FILTER=id pr')).status).toBe(403);
  });

  it('contain everyone if the filter is blank', async () => {
    expect((await okta.get('/Users?count=0&filter=  ')).body).toMatchObject({ totalResults: 25 });
  });

  it('count without resources, clamp values that are out of range, and refuse values that are not integers', async () => {
    expect((await okta.get('/Users?count=0')).body).toMatchObject({ totalResults: 25, itemsPerPage: 0, Resources: [] });
    expect((await okta.get('/Users?startIndex=0&count=-5')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await okta.get('/Users?startIndex=99999999999999999999')).body).toMatchObject({
      totalResults: 25,
      itemsPerPage: 0,
    });
    expect((await okta.get('/Users?count=1000')).body).toMatchObject({ itemsPerPage: 25 });
    expect((await okta.get('/Users?count=x')).body).toMatchObject({ scimType: 'invalidValue' });
    expect((await okta.get('/Users?filter=id pr&filter=id pr')).body).toMatchObject({ scimType: 'invalidValue' });
  });

  it('ignore sorting and unknown parameters', async () => {
    const page = await okta.get('/Users?sortBy=userName&sortOrder=descending&aadOptscim062020&x=y');
    expect(idsIn(page)).toEqual(ids);
  });
});

describe('pages by cursor', () => {
  it('contain each match of the filter once', async () => {
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await okta.get(`/Users?filter=title eq "even"&count=5&cursor=${cursor}`);
      expect(page.body).toMatchObject({ totalResults: 13 });
      expect(page.body.startIndex).toBeUndefined();
      seen.push(...idsIn(page));
      cursor = String(page.body.nextCursor ?? '');
    } while (cursor !== '');
    expect(seen).toEqual(ids.filter((_, n) => n % 2 === 0));
  });

  it('refuse a cursor that was modified, or belongs to another query, type or connection, with invalidCursor', async () => {
    const other = await connect(service, okta.team_id, `Other ${newId()}`);
    const cursor = String((await okta.get('/Users?count=5&cursor=')).body.nextCursor);
    for (const answer of [
      await okta.get(`/Users?count=5&cursor=${cursor}x`),
      await okta.get('/Users?cursor=nonsense'),
      await okta.get(`/Users?filter=title pr&cursor=${cursor}`),
      await okta.get(`/Groups?cursor=${cursor}`),
      await other.get(`/Users?cursor=${cursor}`),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidCursor' } });
    }
    expect((await okta.get('/Users?count=0&cursor=')).body).toMatchObject({ scimType: 'invalidCount' });
    expect((await okta.get('/Users?startIndex=1&cursor=')).body).toMatchObject({ scimType: 'invalidValue' });
  });

  it('refuse an expired cursor with expiredCursor', async () => {
    const cursor = String((await okta.get('/Users?count=5&cursor=')).body.nextCursor);
    service.clock.advance(3_590_000);
    expect((await okta.get(`/Users?count=5&cursor=${cursor}`)).status).toBe(200);
    service.clock.advance(20_000);
    expect((await okta.get(`/Users?count=5&cursor=${cursor}`)).body).toMatchObject({ scimType: 'expiredCursor' });
  });
});

describe('POST /.search', () => {
  const search = (more: JsonObject) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], ...more });

  it('returns the same as a GET query', async () => {
    const posted = await okta.post(
      '/Users/.search',
      search({ filter: 'title pr', count: 3, attributes: ['userName'] }),
    );
    const got = await okta.get('/Users?filter=title pr&count=3&attributes=userName');
    expect(posted.status).toBe(200);
    expect(posted.body).toEqual(got.body);
    expect((await okta.post('/Users/.search', {})).body).toMatchObject({ scimType: 'invalidSyntax' });
  });

  it('searches users, then groups, at the root', async () => {
    const own = await bareConnection(service);
    const users = [await own.user('One'), await own.user('Two')];
    const groups = [await own.group('Two'), await own.group('Three')];
    const everything = await own.post('/.search', search({}));
    expect(idsIn(everything)).toEqual([...users, ...groups]);
    expect(idsIn(await own.get('?startIndex=2&count=2'))).toEqual([users[1], groups[0]]);
    expect(idsIn(await own.get('?startIndex=4&count=2'))).toEqual([groups[1]]);
    expect(idsIn(await own.post('/.search', search({ filter: 'displayName eq "two"' })))).toEqual([
      users[1],
      groups[0],
    ]);
    const userName = await own.post('/.search', search({ filter: 'userName pr' }));
    expect(userName.body).toMatchObject({ totalResults: 2 });
    expect((await own.post('/.search', search({ filter: 'nothing eq "x"' }))).body).toMatchObject({
      scimType: 'invalidFilter',
    });
    expect((await own.post('/.search', search({ cursor: '' }))).body).toMatchObject({ scimType: 'invalidValue' });
  });
});

describe('projection', () => {
  it('applies to every verb', async () => {
    const own = await bareConnection(service);
    const body = { userName: 'ann', displayName: 'Ann', title: 'Boss', name: { givenName: 'Ann', familyName: 'Lee' } };
    const made = await own.post('/Users?attributes=name.givenName', body);
    const id = String(made.body.id);
    const shown = { schemas: expect.anything(), id, name: { givenName: 'Ann' } };
    expect(made.body).toEqual(shown);
    const query = '?attributes=NAME.givenname';
    expect((await own.get(`/Users/${id}${query}`)).body).toEqual(shown);
    expect((await own.put(`/Users/${id}${query}`, body)).body).toEqual(shown);
    const patch = await own.patch(`/Users/${id}${query}`, [{ op: 'add', path: 'title', value: 'Chief' }]);
    expect(patch.body).toEqual(shown);
    expect((await own.get(`/Users${query}`)).body.Resources).toEqual([shown]);
    const except = await own.get(`/Users/${id}?excludedAttributes=name,title,meta,schemas,id`);
    expect(except.body).toEqual({
      schemas: expect.anything(),
      id,
      userName: 'ann',
      displayName: 'Ann',
      active: true,
      groups: [],
    });
    expect((await own.get(`/Users/${id}?attributes=a&excludedAttributes=b`)).body).toMatchObject({
      scimType: 'invalidValue',
    });
  });

  it('never reads excluded members', async () => {
    const own = await bareConnection(service);
    const group = await own.group('Sales', [await own.user('Ann')]);
    const { database } = service.app;
    const statements: string[] = [];
    const rows: Database['rows'] = (statement) => {
      statements.push(textOf(statement));
      return database.rows(statement);
    };
    const wholeGroup = () => Promise.reject(new Error('A group is read whole.'));
    const deps = { cursorKeys: (): CursorKeys => [Buffer.alloc(32)], clock: service.clock, wholeGroup };
    const base = `${service.baseUrl}${own.base}`;
    const scope = { ...own, base, strict: false, by: BY_TEST, now: 0, warn: () => undefined };
    for (const filter of [undefined, 'displayName eq "Sales"', `id eq "${group}"`]) {
      const query = await readListQuery(database, scope, GROUP_TYPE, { filter, excludedAttributes: 'members' });
      const listing = await listResources(deps, { ...database, rows }, scope, LISTED_GROUPS, query);
      expect(listing.resources).toMatchObject([{ id: group, displayName: 'Sales' }]);
    }
    expect((await own.get(`/Groups/${group}?excludedAttributes=members`)).body.members).toBeUndefined();
    expect(statements.length).toBeGreaterThan(2);
    expect(statements.filter((text) => text.includes('group_memberships'))).toEqual([]);
  });
});

describe('versions', () => {
  it('are weak ETags that change whenever the representation does, and only then', async () => {
    const own = await bareConnection(service);
    const made = await own.post('/Users', { userName: 'ann', title: 'Boss' });
    const id = String(made.body.id);
    const tag = String(made.headers.get('etag'));
    expect(tag).toMatch(/^W\/"\d+"$/);
    expect(made.body.meta).toMatchObject({ version: tag });
    const same = await own.put(`/Users/${id}`, { userName: 'ann', title: 'Boss', active: true });
    expect(same.body.meta).toEqual(made.body.meta);
    const noop = await own.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Boss' }]);
    expect(noop.body.meta).toEqual(made.body.meta);
    const changed = await own.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Chief' }]);
    expect(changed.headers.get('etag')).not.toBe(tag);
    // Joining a group changes the user's representation, and leaving the group changes it back.
    const before = String(changed.headers.get('etag'));
    const group = await own.group('Sales', [id]);
    const joined = await own.get(`/Users/${id}`);
    expect(joined.headers.get('etag')).not.toBe(before);
    await own.patch(`/Groups/${group}`, [{ op: 'replace', path: 'displayName', value: 'Sellers' }]);
    expect((await own.get(`/Users/${id}`)).headers.get('etag')).not.toBe(joined.headers.get('etag'));
  });

  it('return 304 for If-None-Match, and 412 for a stale If-Match on every write', async () => {
    const own = await bareConnection(service);
    const paths = [`/Users/${await own.user('Ann')}`, `/Groups/${await own.group('Sales')}`];
    for (const path of paths) {
      const tag = String((await own.get(path)).headers.get('etag'));
      const known = await own.get(path, { 'If-None-Match': `"x", ${tag}` });
      expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, undefined, tag]);
      const operations = [{ op: 'replace', path: 'displayName', value: 'Other' }];
      const stale = { 'If-Match': 'W/"999", "998"' };
      expect((await own.patch(path, operations, stale)).status).toBe(412);
      expect((await own.put(path, { userName: 'x', displayName: 'x' }, stale)).status).toBe(412);
      expect((await own.delete(path, stale)).status).toBe(412);
      expect((await own.get(path)).headers.get('etag')).toBe(tag);
      expect((await own.patch(path, operations, { 'If-Match': tag })).status).toBe(200);
      expect((await own.get(path, { 'If-None-Match': tag })).status).toBe(200);
      expect((await own.delete(path, { 'If-Match': '*' })).status).toBe(204);
    }
  });

  it('let a filter use a returned lastModified without finding the same user again', async () => {
    const own = await bareConnection(service);
    const id = await own.user('Ann');
    const { lastModified } = (await own.get(`/Users/${id}`)).body.meta as JsonObject;
    expect((await own.get(`/Users?filter=meta.lastModified gt "${lastModified}"`)).body.totalResults).toBe(0);
    expect((await own.get(`/Users?filter=meta.lastModified ge "${lastModified}"`)).body.totalResults).toBe(1);
  });

  it('are compared correctly with the earliest and latest possible times', async () => {
    const own = await bareConnection(service);
    await own.user('Ann');
    for (const [filter, status, total] of [
      ['gt "0001-01-01T00:00:00Z"', 200, 1],
      ['lt "9999-12-31T23:59:59.9999999Z"', 200, 1],
      ['gt "0000-01-01T00:00:00Z"', 400, undefined],
      ['lt "9999-12-31T23:59:59-00:01"', 400, undefined],
    ] as const) {
      const heard = await own.get(`/Users?filter=meta.lastModified ${filter}`);
      expect([heard.status, heard.body.totalResults]).toEqual([status, total]);
    }
  });
});
