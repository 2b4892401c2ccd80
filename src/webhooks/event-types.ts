// The events that endpoints can ask for, and which event of the log each is made of. A new event is a line here.
import { OneOf } from '../base/shape.ts';

/** One type: its name on the wire, the kind of the audit entry or announcement behind it, and when it is sent. */
interface EventType {
  readonly type: string;
  readonly kind: string;
  readonly description: string;
}

const TYPES = [
  { type: 'trail.saved', kind: 'trail.saved', description: 'A draft was saved; `revision` is the new one.' },
  {
    type: 'trail.published',
    kind: 'trail.published',
    description: 'Employees see this `version` now, which is that `revision`.',
  },
  { type: 'trail.unpublished', kind: 'trail.unpublished', description: 'Employees see the trail no longer.' },
  { type: 'trail.archived', kind: 'trail.archived', description: 'The trail was put away.' },
  { type: 'trail.deleted', kind: 'trail.deleted', description: 'The trail is gone, with its versions.' },
  { type: 'trail.undeleted', kind: 'trail.undeleted', description: 'An admin restored a deleted trail as a draft.' },
  {
    type: 'trail.examples_failing',
    kind: 'trail.examples_failing',
    description: 'A run of the examples over this `revision` failed; `failing` tells how many examples.',
  },
  {
    type: 'trail.approval_requested',
    kind: 'trail.approval_requested',
    description: 'Somebody asks for the approval of this `revision`.',
  },
  { type: 'team.group.linked', kind: 'team.group.linked', description: 'A connection took over a group.' },
  {
    type: 'team.member.group_roles_changed',
    kind: 'team.member.group_roles_changed',
    description: "A member's roles through groups changed.",
  },
  { type: 'member.created', kind: 'team.member.added', description: 'Somebody became a member.' },
  { type: 'member.deactivated', kind: 'team.member.deactivated', description: 'A member was deactivated.' },
  { type: 'member.reactivated', kind: 'team.member.reactivated', description: 'A member was reactivated.' },
  { type: 'member.deleted', kind: 'team.member.removed', description: 'Somebody is no member any more.' },
  {
    type: 'session.device_opened',
    kind: 'session.device_opened',
    description:
      'A program got access with a code that a person typed in: one of the service itself, or an app (`client_id`).',
  },
  {
    type: 'credential.expiring',
    kind: 'credential.expiring',
    description:
      'An API key, a token or a client secret of directory sync ends within seven days, at `expires_at`. ' +
      'Sent once each.',
  },
  {
    type: 'provisioning.refused',
    kind: 'provisioning.refused',
    description:
      'Requests of an identity provider were refused: `count` of them with this `status`, at most one event a ' +
      'connection and status each minute.',
  },
] as const satisfies readonly EventType[];

export const EVENT_TYPES: readonly EventType[] = TYPES;

/** What somebody asked for to see whether an endpoint works; goes to that endpoint alone, whatever it asks for. */
export const TEST_EVENT = 'webhook.test';

export const WebhookEventType = OneOf(TYPES.map(({ type }) => type) as (typeof TYPES)[number]['type'][], {
  $id: 'WebhookEventType',
});

const BY_TYPE = new Map<string, string>(TYPES.map(({ type, kind }) => [type, kind]));
const BY_KIND = new Map<string, string>(TYPES.map(({ type, kind }) => [kind, type]));

/** The kinds that must be followed for these types. */
export const kindsOf = (types: readonly string[]): string[] => types.flatMap((type) => BY_TYPE.get(type) ?? []);

/** The type of a kind; undefined where no endpoint can ask for it. */
export const typeOf = (kind: string): string | undefined => (kind === TEST_EVENT ? TEST_EVENT : BY_KIND.get(kind));
