// The members `groups` and `editors` of trail.yaml and sets.yaml. A file without them leaves the audience alone.
import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { isTypedEmail } from '../../directory/checked.ts';
import {
  AUDIENCE_MEMBERS,
  type AudienceMember,
  editorKey,
  groupKey,
  memberText,
  NO_AUDIENCE,
  type StatedAudience,
  type StatedGroup,
  type WholeAudience,
  withRights,
} from '../../trails/readers/stated-audience.ts';
import { REACHES } from '../../trails/visibility.ts';

/** A change of the audience in a plan. */
export interface AudienceChange {
  readonly groups?: StatedAudience['groups'];
  readonly editors?: StatedAudience['editors'];
  /** The audience on the server when the plan was made. */
  readonly seen: StatedAudience;
  /** The differences, for people. */
  readonly changes: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** Reads both members. Fails with `validation`; the message names the file, the field and what to do. */
export function audienceIn({ groups, editors }: Members, file: string, at = ''): StatedAudience {
  const fail = (field: string, sentence: string): Refusal => faultAt(file, `${at}${field}`, sentence);
  return {
    ...(groups === undefined ? {} : { groups: groupsIn(groups, fail) }),
    ...(editors === undefined ? {} : { editors: editorsIn(editors, fail) }),
  };
}

export const faultAt = (file: string, field: string, sentence: string): Refusal =>
  refuse('validation', `${file}: ${field}: ${sentence}`, { at: { field, sentence } });

type Fail = (field: string, sentence: string) => Refusal;

const GROUP = 'must be the name of a group, or have the members name, reach and edits.';

function groupsIn(value: unknown, fail: Fail): StatedGroup[] {
  if (!Array.isArray(value))
    throw fail('groups', 'must be a list, such as [Sales]. Write [] for none, or leave it out to change nothing.');
  const groups = value.map((entry: unknown, index): StatedGroup => {
    const field = `groups[${index}]`;
    if (typeof entry === 'string' && entry.trim() !== '') return { name: entry };
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw fail(field, GROUP);
    const { name, reach, edits, ...rest } = entry as Members;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw fail(`${field}.${unknown}`, 'is unknown. Use name, reach and edits.');
    if (typeof name !== 'string' || name.trim() === '') throw fail(`${field}.name`, 'must be the name of a group.');
    const reached = REACHES.find((each) => each === reach);
    if (reached !== reach) throw fail(`${field}.reach`, `must be ${REACHES.join(' or ')}.`);
    if (edits !== undefined && typeof edits !== 'boolean') throw fail(`${field}.edits`, 'must be true or false.');
    return { name, ...(reached === undefined ? {} : { reach: reached }), ...(edits === undefined ? {} : { edits }) };
  });
  requireDistinct(groups.map(groupKey), 'groups', (index) => groups[index]?.name ?? '', fail);
  return groups;
}

function editorsIn(value: unknown, fail: Fail): string[] {
  if (!Array.isArray(value))
    throw fail('editors', 'must be a list of e-mail addresses. Write [] for none, or leave it out to change nothing.');
  const editors = value.map((email: unknown, index) => {
    if (typeof email === 'string' && isTypedEmail(email.trim())) return email.trim();
    throw fail(
      `editors[${index}]`,
      'must be an e-mail address. To let a group edit, add "edits: true" to its entry in groups.',
    );
  });
  requireDistinct(editors.map(editorKey), 'editors', (index) => editors[index] ?? '', fail);
  return editors;
}

function requireDistinct(keys: readonly string[], member: string, nameOf: (index: number) => string, fail: Fail): void {
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw fail(`${member}[${twice}]`, `lists “${nameOf(twice)}” twice. Remove one of the two entries.`);
}

/** Digests of the members at the last sync. */
export type LockedAudience = Readonly<Record<AudienceMember, string>>;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const memberDigest = (audience: StatedAudience, member: AudienceMember): string | undefined => {
  const text = memberText(audience, member);
  return text === undefined ? undefined : digestOf(text);
};

export const audienceDigests = (audience: WholeAudience): LockedAudience => ({
  groups: memberDigest(audience, 'groups') ?? '',
  editors: memberDigest(audience, 'editors') ?? '',
});

/** Undefined for an empty audience, which the lock file leaves out. */
export const lockedAudience = (audience: WholeAudience): LockedAudience | undefined =>
  audience.groups.length + audience.editors.length === 0 ? undefined : audienceDigests(audience);

const NONE = audienceDigests(NO_AUDIENCE);

/** The members that `audience` states and that differ from the last sync. */
export const membersSince = (audience: StatedAudience, locked: LockedAudience | undefined): AudienceMember[] =>
  AUDIENCE_MEMBERS.filter((member) => {
    const digest = memberDigest(audience, member);
    return digest !== undefined && digest !== (locked ?? NONE)[member];
  });

/** The lock entry after the stated members were applied. */
export function lockedAfter(
  stated: StatedAudience,
  before: LockedAudience | undefined,
): { readonly audience?: LockedAudience } {
  const next = Object.fromEntries(
    AUDIENCE_MEMBERS.map((member) => [member, memberDigest(stated, member) ?? (before ?? NONE)[member]]),
  ) as LockedAudience;
  return AUDIENCE_MEMBERS.every((member) => next[member] === NONE[member]) ? {} : { audience: next };
}

/** The differences for people, such as `+ group Sales (featured)`. */
export function audienceLines(stated: StatedAudience, theirs: WholeAudience): string[] {
  const lines: string[] = [];
  if (stated.groups !== undefined) {
    const before = new Map(theirs.groups.map((group) => [groupKey(group), group]));
    for (const group of stated.groups.map(withRights)) {
      const old = before.get(groupKey(group));
      before.delete(groupKey(group));
      if (old === undefined) lines.push(`+ group ${group.name} (${rightsOf(group)})`);
      else if (rightsOf(old) !== rightsOf(group))
        lines.push(`~ group ${group.name} (${rightsOf(old)} → ${rightsOf(group)})`);
    }
    for (const { name } of before.values()) lines.push(`- group ${name}`);
  }
  if (stated.editors !== undefined) {
    const kept = new Set(stated.editors.map(editorKey));
    const before = new Set(theirs.editors.map(editorKey));
    lines.push(...stated.editors.filter((email) => !before.has(editorKey(email))).map((email) => `+ editor ${email}`));
    const former = theirs.editors.filter((email) => !kept.has(editorKey(email)));
    lines.push(...former.map((email) => `- editor ${email} (still sees it)`));
  }
  return lines;
}

const rightsOf = ({ reach, edits }: Required<StatedGroup>): string => (edits ? `${reach}, edits` : reach);

/** The members for a file. A member that `plain` has with the same content keeps its form and order. */
export function audienceYaml(audience: WholeAudience, plain: Members) {
  const stated = statedIn(plain);
  const isKept = (member: AudienceMember): boolean => memberText(stated, member) === memberText(audience, member);
  return {
    groups: isKept('groups') ? plain.groups : audience.groups.map(shortGroup),
    editors: isKept('editors') ? plain.editors : [...audience.editors],
  };
}

const shortGroup = ({ name, reach, edits }: Required<StatedGroup>): unknown =>
  reach === 'available' && !edits
    ? name
    : { name, ...(reach === 'available' ? {} : { reach }), ...(edits ? { edits } : {}) };

/** States nothing if the members are wrong. Other commands report that. */
function statedIn(plain: Members): StatedAudience {
  try {
    return audienceIn(plain, '');
  } catch (thrown) {
    if (!isRefusal(thrown, 'validation')) throw thrown;
    return {};
  }
}
