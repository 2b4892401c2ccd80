// Times the operations of an identity provider.
import type { Ready } from './ready.ts';
import { seedName } from './seed.ts';
import { type Measured, measure, type Target, want } from './talk.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const nameOf = (mark: string, n: number): string => `${mark}${n}@bench.example`;

const userBody = (mark: string, n: number) => ({
  schemas: [USER],
  userName: nameOf(mark, n),
  externalId: `${mark}-${n}`,
  name: { givenName: 'Ann', familyName: `Lee ${n}` },
  displayName: `Ann Lee ${n}`,
  active: true,
  title: 'Engineer',
  emails: [{ value: nameOf(mark, n), type: 'work', primary: true }],
  phoneNumbers: [{ value: '+33 1 23 45 67 89', type: 'work' }],
});

/** 25 new users at a time, as many as Entra ID sends concurrently. */
export const createUsers = (target: Target, mark: string, count: number): Promise<Measured> => {
  const own = `${mark}${Date.now().toString(36)}.`;
  return measure(count, 25, (n) => want(201, target, 'POST', '/Users', userBody(own, n)));
};

/** The query before every change: is there a user with this userName? With this many seeded users. */
export const lookUps = ({ target, team_id }: Ready, users: number): Promise<Measured> =>
  measure(2_000, 4, (n) => askFor(target, seedName({ team_id, connection_id: '' }, (n * 7_919) % users)));

const askFor = (target: Target, name: string) =>
  want(200, target, 'GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`);

/**
 * The same queries to a separate server with 1,000 users, and one member added to and removed from a group of 900.
 */
export async function ofThousand(target: Target): Promise<{ readonly eq: Measured; readonly member: Measured }> {
  const mark = `thousand${Date.now().toString(36)}.`;
  const ids: string[] = [];
  await measure(1_000, 25, async (n) => {
    const made = await want(201, target, 'POST', '/Users', userBody(mark, n));
    ids[n] = JSON.parse(made.text).id;
    return made;
  });
  const eq = await measure(400, 4, (n) => askFor(target, nameOf(mark, (n * 7_919) % 1_000)));
  const members = ids.slice(0, 900).map((value) => ({ value }));
  const made = await want(201, target, 'POST', '/Groups', { displayName: 'Nine hundred', members });
  const group = `/Groups/${JSON.parse(made.text).id}`;
  // Without `excludedAttributes`, because scimmy would read the group without its members and lose them.
  const toggle = toggled(target, ids, group);
  await measure(4, 1, toggle);
  const member = await measure(40, 1, toggle);
  const left = JSON.parse((await want(200, target, 'GET', group)).text).members.length;
  if (left !== members.length) throw new Error(`${left} members are left of ${members.length}.`);
  return { eq, member };
}

/** Removes one member and adds it again. The removal uses a path with a filter, which every server understands. */
const toggled = (target: Target, ids: readonly string[], path: string) => (n: number) => {
  const id = ids[n >> 1];
  const operation =
    n % 2 === 0
      ? { op: 'remove', path: `members[value eq "${id}"]` }
      : { op: 'add', path: 'members', value: [{ value: id }] };
  return want([200, 204], target, 'PATCH', path, { schemas: [PATCH], Operations: [operation] });
};

/** The result is the ratio of two figures. */
export const times = ({ perSecond }: Measured, other: Measured): number =>
  Math.round((perSecond / other.perSecond) * 100) / 100;

/**
 * Adds one member to a small and a large group and removes it, writes whole memberships, and sends thousands of
 * operations at once.
 */
export async function groupFigures({ target, small, great }: Ready): Promise<Record<string, unknown>> {
  const ids: string[] = [];
  for (let n = 0; n < 1_000; n += 200) {
    const page = await want(200, target, 'GET', `/Users?startIndex=${n + 1}&count=200&attributes=id`);
    ids.push(...JSON.parse(page.text).Resources.map((user: { id: string }) => user.id));
  }
  const toggle = (group: string) => toggled(target, ids, `/Groups/${group}?excludedAttributes=members`);
  await measure(40, 1, toggle(small));
  await measure(40, 1, toggle(great));
  const ofSmall = await measure(400, 1, toggle(small));
  const ofGreat = await measure(400, 1, toggle(great));
  const path = `/Groups/${small}`;
  const members = ids.map((value) => ({ value }));
  const replace = (value: unknown[]) =>
    want(value.length > 200 ? 204 : 200, target, 'PATCH', path, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', path: 'members', value }],
    });
  await replace(members.slice(0, 100));
  const replaced = await replace(members);
  const Operations = Array.from({ length: 10_000 }, (_, n) => ({
    op: n % 2 === 0 ? 'remove' : 'add',
    path: 'members',
    value: [{ value: ids[n % ids.length] }],
  }));
  const many = await want(200, target, 'PATCH', `${path}?excludedAttributes=members`, { schemas: [PATCH], Operations });
  const without = await measure(50, 1, () => want(200, target, 'GET', `/Groups/${great}?excludedAttributes=members`));
  const withAll = await measure(3, 1, () => want(200, target, 'GET', `/Groups/${great}`));
  return {
    'one member, group of 100': ofSmall,
    'one member, group of everybody': ofGreat,
    'great beside small': Math.round((ofGreat.p50 / ofSmall.p50) * 100) / 100,
    'replace 1,000 members, ms': Math.round(replaced.ms),
    'PATCH of 10,000 operations, ms': Math.round(many.ms),
    'great group without members': without,
    'great group with members': withAll,
  };
}

/** Reads all users page by page. The last pages must not be slower than the first. */
export async function walk(target: Target): Promise<unknown> {
  let cursor: string | undefined = '';
  const pages: number[] = [];
  while (cursor !== undefined) {
    const page = await want(200, target, 'GET', `/Users?count=200&cursor=${cursor}`);
    pages.push(page.ms);
    cursor = JSON.parse(page.text).nextCursor;
  }
  const half = Math.floor(pages.length / 2);
  const sum = (part: readonly number[]): number => Math.round(part.reduce((total, ms) => total + ms, 0));
  return {
    pages: pages.length,
    ms: sum(pages),
    firstHalf: sum(pages.slice(0, half)),
    secondHalf: sum(pages.slice(half)),
  };
}

const SYNC = { users: 10_000, groups: 500, membersEach: 100 };

/** A first sync with 10,000 users, 500 groups and 50,000 memberships, 25 requests at a time. */
export async function fullSync(target: Target): Promise<unknown> {
  const began = performance.now();
  const ids: string[] = [];
  const mark = `sync${Date.now().toString(36)}.`;
  const users = await measure(SYNC.users, 25, async (n) => {
    const made = await want(201, target, 'POST', '/Users', userBody(mark, n));
    ids[n] = JSON.parse(made.text).id;
    return made;
  });
  const groups: string[] = [];
  await measure(SYNC.groups, 25, async (n) => {
    const made = await want(201, target, 'POST', '/Groups', { displayName: `Group ${n}` });
    groups[n] = JSON.parse(made.text).id;
    return made;
  });
  const memberships = await measure(SYNC.groups, 25, (n) => {
    const value = Array.from({ length: SYNC.membersEach }, (_, at) => ({
      value: ids[(n * 37 + at * 101) % SYNC.users],
    }));
    const body = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value }] };
    return want(200, target, 'PATCH', `/Groups/${groups[n]}`, body);
  });
  return { ...SYNC, seconds: Math.round((performance.now() - began) / 100) / 10, users, memberships };
}
