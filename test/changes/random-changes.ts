// Random changes of a workspace: its trails, sets, groups and people, by programs, admins and an identity provider.
import { newId } from '../../src/base/id.ts';
import type { ScimConnection } from '../doors/scim/support/connection.ts';
import type { Speaker } from '../support/speaker.ts';
import type { TestTeam } from '../support/test-team.ts';

export interface Workplace {
  readonly team: Pick<TestTeam, 'member' | 'author'> & {
    /** The people whose credentials the test uses. */
    readonly staff: readonly string[];
  };
  /** A publisher's key. */
  readonly publisher: Speaker;
  /** An admin's session. */
  readonly admin: Speaker;
  readonly provider: Pick<ScimConnection, 'get' | 'patch' | 'delete' | 'user' | 'group'>;
  readonly groups: readonly string[];
  /** Records of the identity provider: people and groups. */
  readonly synced: { readonly users: string[]; readonly groups: string[] };
}

/** A number from 0 to below 1. */
export type Random = () => number;

const TRAILS = 8;
const SETS = 4;
const PEOPLE = 12;
const SYNCED_USERS = 6;
const SYNCED_GROUPS = 3;
const HR = 'urn:acme:hr:1.0:User';
const MANAGER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';

/** Numbers that depend on the seed alone. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const pick = <One>(from: readonly One[], random: Random): One => from[Math.floor(random() * from.length)] as One;

export const document = (title: string) => ({
  title,
  description: `You get ${title}.`,
  trigger: { when: 'A customer asks.', keywords: ['offer'] },
  prompts: [{ label: 'Do', body: 'Do it.' }],
});

/** Two groups that the service manages, and a connection with people and a group. */
export async function prepare(
  from: Omit<Workplace, 'groups' | 'synced'>,
  names: readonly string[] = ['Sales', 'Support'],
): Promise<Workplace> {
  const groups: string[] = [];
  for (const display_name of names)
    groups.push((await from.admin.post<{ id: string }>('/manage/v1/groups', { display_name })).body.id);
  const users = [await from.provider.user(`Una${newId().slice(-6)}`)];
  return { ...from, groups, synced: { users, groups: [await from.provider.group('Engineers', users)] } };
}

/** Makes one random change. A refused one (an archived trail, a missing grant) changes nothing. */
export async function change(place: Workplace, random: Random, n: number): Promise<void> {
  const kinds = [changeTrail, changeTrail, changeTrail, changeSet, changePeople, changeSynced];
  await pick(kinds, random)(place, random, n);
}

type Step = () => Promise<unknown>;

/** One person joins a group, and another leaves it. */
function membersBody({ member, author }: Workplace['team'], random: Random): object {
  const [joins, leaves] = random() < 0.5 ? [member, author] : [author, member];
  return { add: [joins.id], remove: [leaves.id] };
}

async function changeTrail(place: Workplace, random: Random, n: number): Promise<void> {
  const { publisher, admin, team } = place;
  const listed = await publisher.get<{ items: { id: string }[] }>('/v1/trails?limit=100');
  const ids = listed.body.items.map(({ id }) => id);
  if (ids.length < 2 || (ids.length < TRAILS && random() < 0.2)) {
    await publisher.post('/v1/trails', { document: document(`Trail ${n}`) });
    return;
  }
  const path = `/v1/trails/${pick(ids, random)}`;
  const group = pick([...place.groups, ...place.synced.groups], random);
  const steps: readonly Step[] = [
    () => publisher.put(`${path}/document`, document(`Title ${n}`), { 'If-Match': '*' }),
    () => publisher.post(`${path}/publish`),
    () => publisher.post(`${path}/unpublish`),
    () => publisher.post(`${path}/archive`),
    () => publisher.post(`${path}/unarchive`),
    () => publisher.patch(path, { visibility: pick(['restricted', 'all_teams'], random) }),
    () => publisher.patch(path, { sort_order: Math.floor(random() * 5) }),
    () => admin.put('/manage/v1/trails/order', { trail_id: pick(ids, random), after: pick([null, ...ids], random) }),
    () => publisher.post(`${path}/grants`, { email: pick([team.member, team.author], random).email }),
    () => publisher.delete(`${path}/grants/${team.member.id}`),
    () => admin.post(path.replace('/v1/', '/manage/v1/').concat('/groups'), { group_id: group }),
    () => admin.delete(`/manage${path}/groups/${group}`),
    () => publisher.post(`${path}/versions/1/restore`),
    () => publisher.delete(path),
  ];
  await pick(steps, random)();
}

async function changeSet(place: Workplace, random: Random, n: number): Promise<void> {
  const { publisher, admin, team } = place;
  const sets = (await admin.get<{ items: { id: string }[] }>('/manage/v1/trail-sets')).body.items;
  if (sets.length === 0 || (sets.length < SETS && random() < 0.3)) {
    await admin.post('/manage/v1/trail-sets', { name: `Set ${n}` });
    return;
  }
  const trails = (await publisher.get<{ items: { id: string }[] }>('/v1/trails?limit=100')).body.items;
  const trail_ids = trails.map(({ id }) => id).filter(() => random() < 0.4);
  const path = `/manage/v1/trail-sets/${pick(sets, random).id}`;
  const group = `${path}/groups/${pick([...place.groups, ...place.synced.groups], random)}`;
  const steps: readonly Step[] = [
    () => admin.put(`${path}/trails`, { trail_ids }),
    () => admin.patch(path, { name: `Set ${n}`, description: `Changed ${n} times.` }),
    () => admin.put(group, {}),
    () => admin.delete(group),
    () => admin.put(`${path}/people/${team.member.id}`, {}),
    () => admin.delete(`${path}/people/${team.member.id}`),
    async () => random() < 0.3 && admin.delete(path),
  ];
  await pick(steps, random)();
}

async function changePeople(place: Workplace, random: Random, n: number): Promise<void> {
  const { admin, team } = place;
  const listed = await admin.get<{ items: { user_id: string }[] }>('/manage/v1/members?limit=100');
  const people = listed.body.items.map(({ user_id }) => user_id);
  // The people whose credentials the test uses stay.
  const spare = people.filter((id) => !team.staff.includes(id));
  if (spare.length < 3 || (people.length < PEOPLE && random() < 0.2)) {
    const email = `p${n}.${newId().slice(-8)}@acme.test`;
    await admin.post('/manage/v1/members', { email, name: `Person ${n}`, roles: random() < 0.3 ? ['author'] : [] });
    return;
  }
  const [group, person] = [`/manage/v1/groups/${pick(place.groups, random)}`, pick(spare, random)];
  const path = `/manage/v1/members/${person}`;
  const oneWay = (value: string): object => ({ [pick(['add', 'remove'], random)]: [value] });
  const steps: readonly Step[] = [
    () => admin.patch(`${path}/roles`, oneWay('author')),
    () => admin.post(`${path}/reactivate`),
    () => admin.post(`${path}/deactivate`),
    () => admin.delete(path),
    () => admin.post(`${group}/members`, membersBody(team, random)),
    () => admin.post(`${group}/members`, oneWay(person)),
    () => admin.patch(group, { display_name: `Group ${group} ${n}`, description: `Changed ${n} times.` }),
    () => admin.patch(`${group}/roles`, oneWay('publisher')),
    () => admin.patch(`${group}/managers`, oneWay(person)),
  ];
  await pick(steps, random)();
}

/** A change by the identity provider. */
async function changeSynced({ provider, synced }: Workplace, random: Random, n: number): Promise<void> {
  const [user, group] = [pick(synced.users, random), pick(synced.groups, random)];
  if (user === undefined || (synced.users.length < SYNCED_USERS && random() < 0.2)) {
    synced.users.push(await provider.user(`Una${newId().slice(-8)}`));
    return;
  }
  if (group === undefined || (synced.groups.length < SYNCED_GROUPS && random() < 0.2)) {
    synced.groups.push(await provider.group(`Group ${newId().slice(-8)}`, [user]));
    return;
  }
  const replace = (path: string, value: unknown) => [{ op: 'replace', path, value }];
  const remove = async (kind: string, from: string[], id: string): Promise<void> => {
    await provider.delete(`/${kind}/${id}`);
    from.splice(from.indexOf(id), 1);
  };
  const steps: readonly Step[] = [
    () => provider.patch(`/Users/${user}`, replace('displayName', `Una ${n}`)),
    () => provider.patch(`/Users/${user}`, replace('title', `Title ${n}`)),
    () => provider.patch(`/Users/${user}`, replace(`${HR}:badge`, n)),
    () => provider.patch(`/Users/${user}`, replace('active', random() < 0.6)),
    () => provider.patch(`/Users/${user}`, replace(MANAGER, pick(synced.users, random))),
    () => provider.patch(`/Groups/${group}`, replace('displayName', `Engineers ${n} ${newId().slice(-6)}`)),
    () => provider.patch(`/Groups/${group}`, replace('costCenter', `C${n}`)),
    () => provider.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: user }] }]),
    () => provider.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${user}"]` }]),
    async () => random() < 0.4 && remove('Users', synced.users, user),
    async () => random() < 0.4 && remove('Groups', synced.groups, group),
  ];
  await pick(steps, random)();
}
