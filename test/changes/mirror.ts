// A program that mirrors a workspace: it reads everything once, and then follows the feed. It knows only the API.
import { createHash } from 'node:crypto';
import type { Speaker } from '../support/speaker.ts';

export interface ChangePage {
  readonly items: readonly {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly data: { readonly subject: { readonly kind: string; readonly id: string } };
  }[];
  readonly next: string;
  readonly has_more: boolean;
  readonly service_wide: string;
}

export interface Digests {
  readonly next: string;
  readonly trails: { readonly count: number; readonly sha256: string };
  readonly grants: { readonly count: number; readonly sha256: string };
  readonly group_members: { readonly count: number; readonly sha256: string };
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

/** The contents of a mirror: the trails as the API sends them, their grants, and the cursor after all of that. */
export interface Mirror {
  readonly trails: Map<string, Trail>;
  readonly grants: Map<string, readonly string[]>;
  readonly groups: Map<string, readonly string[]>;
  cursor: string;
}

/** Reads the cursor before everything else, so that later changes are read again. */
export async function beginMirror(speaks: Speaker, sessions: Speaker): Promise<Mirror> {
  const { next } = (await speaks.get<ChangePage>('/manage/v1/changes')).body;
  const mirror: Mirror = { trails: new Map(), grants: new Map(), groups: new Map(), cursor: next };
  for (let path: string | undefined = '/v1/trails?limit=100'; path !== undefined; ) {
    const page: { items: Trail[]; next_cursor?: string } = (await speaks.get<{ items: Trail[] }>(path)).body;
    for (const { id } of page.items) await refresh(mirror, speaks, sessions, id);
    path = page.next_cursor && `/v1/trails?limit=100&cursor=${page.next_cursor}`;
  }
  for (const { id } of (await sessions.get<{ items: { id: string }[] }>('/manage/v1/groups?limit=100')).body.items)
    await refreshGroup(mirror, sessions, id);
  return mirror;
}

/** Reads the subject of the event again. Doing so twice, or late, does no harm. */
export async function applied(
  mirror: Mirror,
  speaks: Speaker,
  sessions: Speaker,
  subject: { kind: string; id: string },
) {
  if (subject.kind === 'trail') await refresh(mirror, speaks, sessions, subject.id);
  if (subject.kind === 'group') await refreshGroup(mirror, sessions, subject.id);
}

async function refreshGroup(mirror: Mirror, sessions: Speaker, id: string): Promise<void> {
  const path = `/manage/v1/groups/${id}/members?limit=100`;
  const { status, body } = await sessions.get<{ items: { user_id: string }[] }>(path);
  if (status === 404) mirror.groups.delete(id);
  else
    mirror.groups.set(
      id,
      body.items.map(({ user_id }) => `${id} ${user_id}`),
    );
}

async function refresh(mirror: Mirror, speaks: Speaker, sessions: Speaker, id: string): Promise<void> {
  const trail = await speaks.get<Trail>(`/v1/trails/${id}`);
  if (trail.status === 404) {
    mirror.trails.delete(id);
    mirror.grants.delete(id);
    return;
  }
  mirror.trails.set(id, trail.body);
  const people = await speaks.get<{ kind: string; user_id: string }[]>(`/v1/trails/${id}/grants`);
  const groups = await sessions.get<{ items: { group_id: string }[] }>(`/manage/v1/trails/${id}/groups`);
  if (people.status !== 200 || groups.status !== 200) return;
  mirror.grants.set(id, [
    ...groups.body.items.map(({ group_id }) => `${id} group ${group_id}`),
    ...people.body.map(({ user_id }) => `${id} user ${user_id}`),
  ]);
}

/** Follows the feed to its end. `stop` ends it between any two steps, as a crash would. */
export async function follow(
  mirror: Mirror,
  speaks: Speaker,
  sessions: Speaker,
  stop: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const { body, status } = await speaks.get<ChangePage>(`/manage/v1/changes?after=${mirror.cursor}&limit=7`);
    if (status !== 200) throw new Error(`the feed answers ${status}: ${JSON.stringify(body)}`);
    for (const { data } of body.items) {
      if (stop()) return;
      await applied(mirror, speaks, sessions, data.subject);
    }
    if (stop()) return;
    mirror.cursor = body.next;
    if (!body.has_more) return;
  }
}

const digestOf = (lines: readonly string[]) => ({
  count: lines.length,
  sha256: createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex'),
});

/** The digests of the mirror, from nothing but what it keeps. */
export const digestsOf = ({ trails, grants, groups }: Mirror): Omit<Digests, 'next'> => ({
  trails: digestOf(
    [...trails.values()]
      .map((t) =>
        [t.id, t.revision, t.status, t.visibility, t.sort_order, t.published_version ?? '-', t.updated_at].join(' '),
      )
      .sort(),
  ),
  grants: digestOf([...grants.values()].flat().sort()),
  group_members: digestOf([...groups.values()].flat().sort()),
});
