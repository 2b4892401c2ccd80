// The effects of a rehearsal on people, by comparing their standing before and after it.
import type { AuditEntry } from '../../audit/audit-entry.ts';
import type { PersonStanding } from '../../directory/people/person-standing.ts';

/** What happened to a person in the end. */
export type PersonOutcome =
  | 'created'
  | 'linked'
  | 'restored'
  | 'suspended'
  | 'deactivated'
  | 'removed'
  | 'changed'
  | 'unchanged';

export interface PersonEffect {
  readonly user_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly outcome: PersonOutcome;
  readonly roles_before: readonly string[];
  readonly roles_after: readonly string[];
  /** Ids of restricted trails. */
  readonly trails_gained: readonly string[];
  readonly trails_lost: readonly string[];
}

/** The affected people at one time. */
export interface Snapshot {
  readonly standings: ReadonlyMap<string, PersonStanding>;
  /** Account id -> ids of the restricted trails that are open to that person. */
  readonly trails: ReadonlyMap<string, ReadonlySet<string>>;
  readonly suspended: ReadonlySet<string>;
}

/** The ids of everyone whom the entries concern. */
export function concernedPeople(entries: readonly AuditEntry[]): Set<string> {
  const people = new Set<string>();
  for (const { subject, before, after } of entries) {
    if (subject.kind === 'user') people.add(subject.id);
    for (const members of [before?.members, after?.members])
      if (Array.isArray(members)) for (const id of members) people.add(String(id));
  }
  return people;
}

/** The effect on each of these people. */
export function effectsOn(
  people: Iterable<string>,
  before: Snapshot,
  after: Snapshot,
  linked: ReadonlySet<string>,
): PersonEffect[] {
  return [...people].flatMap((id) => {
    const [was, is] = [before.standings.get(id), after.standings.get(id)];
    const named = is ?? was;
    if (named === undefined) return [];
    const [had, has] = [before.trails.get(id) ?? NONE, after.trails.get(id) ?? NONE];
    const isSuspended = after.suspended.has(id) && !before.suspended.has(id);
    const [roles_before, roles_after] = [rolesOf(was), rolesOf(is)];
    const trails_gained = [...has].filter((trail) => !had.has(trail));
    const trails_lost = [...had].filter((trail) => !has.has(trail));
    const outcome = isSuspended ? 'suspended' : outcomeOf(was, is, linked.has(id));
    const { name, email } = named;
    return [{ user_id: id, name, email, outcome, roles_before, roles_after, trails_gained, trails_lost }];
  });
}

const NONE: ReadonlySet<string> = new Set();

const rolesOf = (standing: PersonStanding | undefined): string[] =>
  standing?.is_active ? [...standing.roles].sort() : [];

type State = 'none' | 'active' | 'inactive';

const stateOf = (standing: PersonStanding | undefined): State =>
  standing?.is_member ? (standing.is_active ? 'active' : 'inactive') : 'none';

const OUTCOMES: Readonly<Record<`${State} ${State}`, PersonOutcome>> = {
  'none none': 'unchanged',
  'none active': 'created',
  'none inactive': 'created',
  'active none': 'removed',
  'inactive none': 'removed',
  'active inactive': 'deactivated',
  'inactive active': 'restored',
  'active active': 'changed',
  'inactive inactive': 'changed',
};

function outcomeOf(was: PersonStanding | undefined, is: PersonStanding | undefined, isLinked: boolean): PersonOutcome {
  const outcome = OUTCOMES[`${stateOf(was)} ${stateOf(is)}`];
  return isLinked && (outcome === 'created' || outcome === 'changed') ? 'linked' : outcome;
}
