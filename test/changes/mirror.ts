// A program that mirrors a workspace: it reads everything once, and then follows the feed. It knows only the API.
import { createHash } from 'node:crypto';
import type { Speaker } from '../support/speaker.ts';

export interface ChangePage {
  readonly items: readonly {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly data: { readonly subject: Subject };
  }[];
  readonly next: string;
  readonly has_more: boolean;
  readonly service_wide: string;
}

export interface Subject {
  readonly kind: string;
  readonly id: string;
}

interface Digest {
  readonly count: number;
  readonly sha256: string;
}

export interface Digests {
  readonly next: string;
  readonly trails: Digest;
  readonly grants: Digest;
  readonly sets: Digest;
  readonly set_grants: Digest;
  readonly members: Digest;
  readonly group_members: Digest;
}

interface Trail {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly visibility: string;
  readonly sort_order: number;
  readonly published_version: number | null;
  readonly updated_at: string;
}

interface Member {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly held_roles: readonly { readonly role: string; readonly group_id: string | null }[];
  readonly source: { readonly connection_id: string } | null;
  readonly manager: { readonly user_id: string } | null;
  readonly deprovisioned_at: string | null;
}

interface Group {
  readonly id: string;
  readonly display_name: string;
  readonly description: string;
  readonly roles: readonly string[];
  readonly managers: readonly { readonly user_id: string }[];
}

interface TrailSet {
  readonly name: string;
  readonly description: string;
  readonly trails: readonly { readonly id: string }[];
  readonly people: readonly { readonly user_id: string }[];
  readonly groups: readonly { readonly group_id: string }[];
}

/** How the mirror reads: a key for trails, and an admin's session for groups and people. */
export interface Source {
  readonly key: Speaker;
  readonly sessions: Speaker;
}

/** A mirror's copy of everything with an id, as JSON text, with its lines of the digests. */
interface Kept {
  readonly text: string;
  readonly lines: readonly string[];
}

interface SetCopy {
  readonly name: string;
  readonly description: string;
  readonly trails: readonly string[];
  readonly grants: readonly string[];
}

/** The contents of a mirror by kind and id, and the cursor after all of that. */
export interface Mirror {
  readonly trails: Map<string, Kept>;
  readonly grants: Map<string, Kept>;
  readonly sets: Map<string, SetCopy>;
  readonly members: Map<string, Kept>;
  readonly groups: Map<string, Kept>;
  cursor: string;
}

/** Reads the cursor before everything else, so that later changes are read again. */
export async function beginMirror(source: Source): Promise<Mirror> {
  const { next } = (await source.key.get<ChangePage>('/manage/v1/changes')).body;
  const [trails, grants, sets, members, groups] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  const mirror: Mirror = { trails, grants, sets, members, groups, cursor: next };
  for (const { id } of await everyItem<{ id: string }>(source.key, '/v1/trails'))
    await refresh(mirror, source, { kind: 'trail', id });
  for (const { id } of await everyItem<{ id: string }>(source.sessions, '/manage/v1/groups'))
    await refresh(mirror, source, { kind: 'group', id });
  const listed = await source.sessions.get<{ items: { id: string }[] }>('/manage/v1/trail-sets');
  for (const { id } of present(listed).items) await refresh(mirror, source, { kind: 'trail_set', id });
  for (const { user_id: id } of await everyItem<{ user_id: string }>(source.sessions, '/manage/v1/members'))
    await refresh(mirror, source, { kind: 'user', id });
  return mirror;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string | null;
}

async function everyItem<Item>(speaks: Speaker, path: string, cursor?: string): Promise<readonly Item[]> {
  const after = cursor === undefined ? '' : `&cursor=${cursor}`;
  const { items, next_cursor } = present(await speaks.get<Page<Item>>(`${path}?limit=100${after}`));
  return next_cursor ? [...items, ...(await everyItem<Item>(speaks, path, next_cursor))] : items;
}

/** Reads the subject of an event again. Doing so twice, or late, does no harm. */
export async function refresh(mirror: Mirror, source: Source, { kind, id }: Subject): Promise<void> {
  if (kind === 'trail') await refreshTrail(mirror, source, id);
  if (kind === 'trail_set') await refreshSet(mirror, source, id);
  if (kind === 'group') await refreshGroup(mirror, source, id);
  if (kind === 'user') await refreshMember(mirror, source, id);
}

async function refreshTrail(mirror: Mirror, { key, sessions }: Source, id: string): Promise<void> {
  const trail = await key.get<Trail>(`/v1/trails/${id}`);
  if (trail.status === 404) {
    forgetTrail(mirror, id);
    return;
  }
  const { trails, grants } = mirror;
  const t = present(trail);
  const line = [id, t.revision, t.status, t.visibility, t.sort_order, t.published_version ?? '-', t.updated_at];
  trails.set(id, { text: JSON.stringify(t), lines: [line.join(' ')] });
  const people = await key.get<{ user_id: string }[]>(`/v1/trails/${id}/grants`);
  const groups = await sessions.get<{ items: { group_id: string }[] }>(`/manage/v1/trails/${id}/groups`);
  if (people.status === 404 || groups.status === 404) return;
  const lines = [
    ...present(groups).items.map(({ group_id }) => `${id} group ${group_id}`),
    ...present(people).map(({ user_id }) => `${id} user ${user_id}`),
  ];
  grants.set(id, { text: lines.toSorted().join('\n'), lines });
}

/** A deleted trail leaves its sets, too. */
function forgetTrail({ trails, grants, sets }: Mirror, id: string): void {
  trails.delete(id);
  grants.delete(id);
  for (const [setId, copy] of sets) sets.set(setId, { ...copy, trails: copy.trails.filter((each) => each !== id) });
}

async function refreshSet({ sets }: Mirror, { sessions }: Source, id: string): Promise<void> {
  const set = await sessions.get<TrailSet>(`/manage/v1/trail-sets/${id}`);
  if (set.status === 404) {
    sets.delete(id);
    return;
  }
  const { name, description, trails, people, groups } = present(set);
  const users = people.map(({ user_id }) => `${id} user ${user_id}`);
  const grants = [...users, ...groups.map(({ group_id }) => `${id} group ${group_id}`)].toSorted();
  sets.set(id, { name, description, trails: trails.map((trail) => trail.id), grants });
}

async function refreshGroup(mirror: Mirror, { sessions }: Source, id: string): Promise<void> {
  const path = `/manage/v1/groups/${id}`;
  const group = await sessions.get<Group>(path);
  if (group.status === 404) {
    mirror.groups.delete(id);
    return;
  }
  const members = await everyItem<{ user_id: string }>(sessions, `${path}/members`);
  const { display_name, description, roles, managers } = present(group);
  const lines = members.map(({ user_id }) => `${id} ${user_id}`).toSorted();
  const people = managers.map(({ user_id }) => user_id).toSorted();
  mirror.groups.set(id, { text: JSON.stringify({ display_name, description, roles, people, lines }), lines });
}

/** A person who is gone has left all groups and manages none. The feed has no entry for each of these groups. */
function leaveGroup({ groups }: Mirror, group: string, person: string): void {
  const { text = '{}' } = groups.get(group) ?? {};
  const copy = JSON.parse(text) as { readonly people: string[]; readonly lines: string[] };
  const people = copy.people.filter((one) => one !== person);
  const lines = copy.lines.filter((line) => line !== `${group} ${person}`);
  groups.set(group, { text: JSON.stringify({ ...copy, people, lines }), lines });
}

/** A person with direct roles and the attributes that identity providers sent. Groups have the other roles. */
async function refreshMember(mirror: Mirror, { sessions }: Source, id: string): Promise<void> {
  const { members } = mirror;
  const path = `/manage/v1/members/${id}`;
  const member = await sessions.get<Member>(path);
  const records = await sessions.get<{ items: { attributes: unknown }[] }>(`${path}/records`);
  if (member.status === 404 || records.status === 404) {
    members.delete(id);
    for (const group of mirror.groups.keys()) leaveGroup(mirror, group, id);
    return;
  }
  const { name, email, status, held_roles, source, manager, deprovisioned_at } = present(member);
  const roles = held_roles.filter(({ group_id }) => group_id === null);
  const places = { connection: source?.connection_id, manager: manager?.user_id };
  const text = JSON.stringify({ name, email, status, roles, ...places, deprovisioned_at, records: present(records) });
  members.set(id, { text, lines: [`${id} ${status}`] });
}

/** The body of a successful answer. */
function present<Body>({ status, body }: { readonly status: number; readonly body: Body }): Body {
  if (status !== 200) throw new Error(`the answer is ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Follows the feed to its end. `stop` ends it between any two steps, as a crash would. */
export async function follow(mirror: Mirror, source: Source, stop: () => boolean = () => false): Promise<void> {
  for (;;) {
    const { items, next, has_more } = present(
      await source.key.get<ChangePage>(`/manage/v1/changes?after=${mirror.cursor}&limit=7`),
    );
    for (const { data } of items) {
      if (stop()) return;
      await refresh(mirror, source, data.subject);
    }
    if (stop()) return;
    mirror.cursor = next;
    if (!has_more) return;
  }
}

const digestOf = (all: readonly string[]): Digest => {
  const lines = all.toSorted();
  const text = lines.map((line) => `${line}\n`).join('');
  return { count: lines.length, sha256: createHash('sha256').update(text).digest('hex') };
};

const linesOf = (kept: ReadonlyMap<string, Kept>): string[] => [...kept.values()].flatMap(({ lines }) => lines);

/** The digests of the mirror, from nothing but what it keeps. */
export const digestsOf = ({ trails, grants, sets, members, groups }: Mirror): Omit<Digests, 'next'> => ({
  trails: digestOf(linesOf(trails)),
  grants: digestOf(linesOf(grants)),
  sets: digestOf([...sets].flatMap(([id, set]) => set.trails.map((trailId) => `${id} ${trailId}`))),
  set_grants: digestOf([...sets.values()].flatMap((set) => set.grants)),
  members: digestOf(linesOf(members)),
  group_members: digestOf(linesOf(groups)),
});

/** Everything that the mirror keeps, as texts. */
export const textsOf = ({ sets, cursor: _, ...kinds }: Mirror): Record<string, string> =>
  Object.fromEntries([
    ...[...sets].map(([id, set]) => [`set ${id}`, JSON.stringify(set)]),
    ...Object.entries(kinds).flatMap(([kind, kept]) => [...kept].map(([id, { text }]) => [`${kind} ${id}`, text])),
  ]);
