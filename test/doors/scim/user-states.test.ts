// A user is deactivated, returns, and is deleted (contract 3.2), over SCIM and through the directory's rooms.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { createSession, getSessionCaller } from '../../../src/identity/sessions.ts';
import { sql } from '../../../src/storage/sql.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from '../manage/support.ts';
import { bareConnection, connect, freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const email = (domain = 'example.com'): string => `p.${newId()}@${domain}`;
const member = (okta: ScimConnection, address: string) =>
  findMemberByEmail(service.app.database, okta.team_id, address);
const audit = async (okta: ScimConnection, kind: string) =>
  readAudit(service.app.database, okta.team_id, { kind }, { after: null, limit: 100 });
const body = (address: string, more: JsonObject = {}): JsonObject => ({
  userName: address,
  emails: [{ value: address, type: 'work', primary: true }],
  ...more,
});

describe('deactivation and reactivation', () => {
  it.each([
    [
      'PATCH with a path',
      (okta: ScimConnection, id: string, active: boolean) =>
        okta.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: active ? 'True' : 'False' }]),
    ],
    [
      'PATCH without a path',
      (okta: ScimConnection, id: string, active: boolean) =>
        okta.patch(`/Users/${id}`, [{ op: 'replace', value: { active } }]),
    ],
    [
      'PUT',
      async (okta: ScimConnection, id: string, active: boolean) =>
        okta.put(`/Users/${id}`, { ...(await okta.get(`/Users/${id}`)).body, active }),
    ],
  ])('ends the session by %s before the response, frees the seat, and restores everything later', async (_, set) => {
    const { database } = service.app;
    const okta = await bareConnection(service, { seat_limit: 2 });
    const address = email();
    const id = String((await okta.post('/Users', body(address))).body.id);
    const group = await okta.group('Sales', [id]);
    const account_id = (await member(okta, address))?.account_id ?? '';
    const opened = await database.inTransaction((tx) =>
      createSession(tx, { team_id: okta.team_id, account_id, kind: 'desktop' }, service.clock()),
    );
    const off = await set(okta, id, false);
    expect([off.status, off.body.active]).toEqual([200, false]);
    await expect(getSessionCaller(database, opened.token, service.clock())).rejects.toThrow();
    expect(await member(okta, address)).toMatchObject({ status: 'deactivated' });
    expect((await okta.get(`/Users/${id}`)).body).toMatchObject({ active: false, groups: [{ value: group }] });
    expect((await okta.get('/Users?filter=active eq false')).body.totalResults).toBe(1);
    expect((await set(okta, id, true)).body.active).toBe(true);
    expect(await member(okta, address)).toMatchObject({ status: 'active' });
    // The deactivation has ended the session, not just suspended it.
    await expect(getSessionCaller(database, opened.token, service.clock())).rejects.toThrow();
    expect(await audit(okta, 'team.member.deactivated')).toHaveLength(1);
    expect(await audit(okta, 'team.member.reactivated')).toHaveLength(1);
  });

  it('keeps the state if a PUT omits it (Decision 38)', async () => {
    const okta = await bareConnection(service);
    const address = email();
    const made = await okta.post('/Users', body(address, { active: false }));
    const put = await okta.put(`/Users/${made.body.id}`, body(address, { title: 'Boss' }));
    expect(put.body).toMatchObject({ active: false, title: 'Boss' });
  });

  it.each<[string, JsonObject]>([
    ['replace active with null', { op: 'replace', path: 'active', value: null }],
    ['add active null', { op: 'add', path: 'active', value: null }],
    ['remove active', { op: 'remove', path: 'active' }],
    ['a path-less null', { op: 'replace', value: { active: null } }],
    ['a null under the URN', { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: null }],
    ["Entra's wrapped null", { op: 'Replace', path: 'active', value: [{ $ref: null, value: null }] }],
  ])('does not change through %s, because null says nothing about it (RFC 7643 2.5)', async (_, operation) => {
    const okta = await bareConnection(service);
    for (const active of [false, true]) {
      const address = email();
      const { id } = (await okta.post('/Users', body(address, { active }))).body;
      const answer = await okta.patch(`/Users/${id}`, [operation, { op: 'add', path: 'title', value: 'Boss' }]);
      expect([answer.status, answer.body.active, answer.body.title]).toEqual([200, active, 'Boss']);
      expect(await member(okta, address)).toMatchObject({ status: active ? 'active' : 'deactivated' });
      const put = await okta.put(`/Users/${id}`, body(address, { active: null }));
      expect([put.status, put.body.active]).toEqual([200, active]);
    }
  });

  it('ends the sessions of a person whom another connection takes over as deactivated', async () => {
    const { database } = service.app;
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const address = email();
    await okta.post('/Users', body(address));
    const account_id = (await member(okta, address))?.account_id ?? '';
    const opened = await database.inTransaction((tx) =>
      createSession(tx, { team_id: okta.team_id, account_id, kind: 'desktop' }, service.clock()),
    );
    const taken = await entra.post('/Users', body(address, { active: false }));
    expect(taken.status).toBe(201);
    expect(await member(okta, address)).toMatchObject({ status: 'deactivated', connection_id: entra.connection_id });
    const back = await entra.patch(`/Users/${taken.body.id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect(back.body.active).toBe(true);
    await expect(getSessionCaller(database, opened.token, service.clock())).rejects.toThrow();
  });

  it('is left to the remaining connection after the managing one was deleted', async () => {
    const team = await managedTeam(service);
    const [okta, entra] = [await connect(service, team.team_id), await connect(service, team.team_id, 'Entra')];
    const [kept, left, own] = [email(), email(), email()];
    const paths: string[] = [];
    for (const address of [kept, left, own]) {
      paths.push(`/Users/${(await okta.post('/Users', body(address))).body.id}`);
      expect((await entra.post('/Users', body(address))).status).toBe(201);
    }
    const [keptPath = '', leftPath = ''] = paths;
    const set = (path: string, value: boolean) => okta.patch(path, [{ op: 'replace', path: 'active', value }]);
    await set(leftPath, false);
    await service.app.database.rows(sql`
      update members m set connection_id = null from accounts a where a.account_id = m.account_id and a.email = ${own}`);
    const url = `/manage/v1/connections/${entra.connection_id}`;
    expect((await team.asAdmin.send('DELETE', url)).status).toBe(204);
    expect(await member(okta, kept)).toMatchObject({ status: 'active', connection_id: okta.connection_id });
    await set(keptPath, false);
    expect(await member(okta, kept)).toMatchObject({ status: 'deactivated' });
    await set(keptPath, true);
    expect(await member(okta, kept)).toMatchObject({ status: 'active' });
    // No connection says that this person is active, so an admin decides.
    expect(await member(okta, left)).toMatchObject({ status: 'active', connection_id: null });
    // This membership no longer belonged to the connection.
    expect(await member(okta, own)).toMatchObject({ status: 'active', connection_id: null });
  });

  it('is refused for the Owner, even within several operations (409 without scimType)', async () => {
    const okta = await freshConnection(service);
    const { owner } = okta.team;
    const made = await okta.post('/Users', body(owner.email, { displayName: 'Somebody Else' }));
    expect(made.status).toBe(201);
    const path = `/Users/${made.body.id}`;
    const operations = [
      { op: 'replace', path: 'title', value: 'Chief' },
      { op: 'replace', path: 'active', value: false },
    ];
    for (const answer of [
      await okta.patch(path, operations),
      await okta.put(path, body(owner.email, { active: false })),
      await okta.delete(path),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.scimType).toBeUndefined();
      expect(answer.body.detail).toMatch(/Owner/);
    }
    expect((await okta.get(path)).body).toMatchObject({ active: true, displayName: 'Somebody Else' });
    expect((await okta.get(path)).body.title).toBeUndefined();
    expect(await member(okta, owner.email)).toMatchObject({ status: 'active', is_owner: true, name: 'Olive Owner' });
  });
});

describe('delete', () => {
  it('returns 204, then 404 everywhere, and removes the person from the directory and their groups', async () => {
    const okta = await bareConnection(service);
    const address = email();
    const id = String((await okta.post('/Users', body(address))).body.id);
    const group = await okta.group('Sales', [id]);
    const gone = await okta.delete(`/Users/${id}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    expect(await member(okta, address)).toBeUndefined();
    expect((await okta.get(`/Groups/${group}`)).body.members).toBeUndefined();
    for (const answer of [
      await okta.get(`/Users/${id}`),
      await okta.delete(`/Users/${id}`),
      await okta.put(`/Users/${id}`, body(address)),
      await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { status: '404' } });
    }
  });

  it('keeps the account, which is linked again without its former roles if its domain is verified', async () => {
    const okta = await bareConnection(service);
    const domain = `d${newId()}.example`;
    await service.app.database.inTransaction((tx) => addDomain(tx, okta.team_id, domain, BY_TEST));
    const address = email(domain);
    const id = (await okta.post('/Users', body(address))).body.id;
    const before = await member(okta, address);
    await okta.delete(`/Users/${id}`);
    const again = await okta.post('/Users', body(address));
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
    expect((await member(okta, address))?.account_id).toBe(before?.account_id);
  });
});
