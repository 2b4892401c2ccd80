// The events that endpoints can subscribe to, and the log event behind each. Add new events here.
import { OneOf } from '../base/shape.ts';

/** An event type: its name in the API, the kind of the audit entry or announcement behind it, and when it is sent. */
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
    description: 'Employees now see this `version`, made from this `revision`.',
  },
  { type: 'trail.unpublished', kind: 'trail.unpublished', description: 'Employees can no longer see the trail.' },
  { type: 'trail.archived', kind: 'trail.archived', description: 'The trail was archived.' },
  { type: 'trail.deleted', kind: 'trail.deleted', description: 'The trail was deleted with its versions.' },
  { type: 'trail.undeleted', kind: 'trail.undeleted', description: 'An admin restored a deleted trail as a draft.' },
  {
    type: 'trail.examples_failing',
    kind: 'trail.examples_failing',
    description: 'An example run of this `revision` failed; `failing` is the number of examples.',
  },
  {
    type: 'trail.approval_requested',
    kind: 'trail.approval_requested',
    description: 'A person requested approval of this `revision`.',
  },
  { type: 'team.group.linked', kind: 'team.group.linked', description: 'A connection took over a group.' },
  {
    type: 'team.member.group_roles_changed',
    kind: 'team.member.group_roles_changed',
    description: "A member's roles through groups changed.",
  },
  { type: 'member.created', kind: 'team.member.added', description: 'A person became a member.' },
  { type: 'member.deactivated', kind: 'team.member.deactivated', description: 'A member was deactivated.' },
  { type: 'member.reactivated', kind: 'team.member.reactivated', description: 'A member was reactivated.' },
  { type: 'member.deleted', kind: 'team.member.removed', description: 'A person is no longer a member.' },
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
      'An API key, a token or a client secret for directory sync expires within seven days, at `expires_at`. ' +
      'Sent once for each.',
  },
  {
    type: 'provisioning.refused',
    kind: 'provisioning.refused',
    description:
      'Requests of an identity provider were refused: `count` of them with this `status`. At most one event per ' +
      'connection and status per minute.',
  },
] as const satisfies readonly EventType[];

export const EVENT_TYPES: readonly EventType[] = TYPES;

/** A requested test event, which goes to one endpoint regardless of its subscriptions. */
export const TEST_EVENT = 'webhook.test';

export const WebhookEventType = OneOf(TYPES.map(({ type }) => type) as (typeof TYPES)[number]['type'][], {
  $id: 'WebhookEventType',
});

const BY_TYPE = new Map<string, string>(TYPES.map(({ type, kind }) => [type, kind]));
const BY_KIND = new Map<string, string>(TYPES.map(({ type, kind }) => [kind, type]));

/** The kinds to follow for these types. */
export const kindsOf = (types: readonly string[]): string[] => types.flatMap((type) => BY_TYPE.get(type) ?? []);

/** The type of a kind; undefined if endpoints cannot subscribe to it. */
export const typeOf = (kind: string): string | undefined => (kind === TEST_EVENT ? TEST_EVENT : BY_KIND.get(kind));
