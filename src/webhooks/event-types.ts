// The events that endpoints can subscribe to, and the log event behind each. Add new events here.
import { OneOf } from '../base/shape.ts';

/** An event type: its name in the API, the kinds of audit entries or announcements behind it, and when it is sent. */
interface EventType {
  readonly type: string;
  /** Default: the type itself. */
  readonly kinds?: readonly string[];
  readonly description: string;
}

const TYPES = [
  { type: 'trail.created', description: 'A draft was created.' },
  { type: 'trail.saved', description: 'A draft was saved; `revision` is the new one.' },
  { type: 'trail.published', description: 'Employees now see this `version`, made from this `revision`.' },
  { type: 'trail.note_changed', description: 'The note of this `version` changed.' },
  { type: 'trail.unpublished', description: 'Employees can no longer see the trail.' },
  { type: 'trail.archived', description: 'The trail was archived.' },
  { type: 'trail.unarchived', description: 'The trail is a draft again.' },
  { type: 'trail.deleted', description: 'The trail was deleted with its versions.' },
  { type: 'trail.undeleted', description: 'An admin restored a deleted trail as a draft.' },
  {
    type: 'trail.access_changed',
    kinds: [
      ...['trail.visibility_changed', 'trail.grant.added', 'trail.grant.changed', 'trail.grant.removed'],
      ...['trail.group.added', 'trail.group.changed', 'trail.group.removed'],
    ],
    description: 'Other people may see or edit the trail: its visibility or a grant changed.',
  },
  { type: 'trail.moved', description: 'The trail has another `sort_order`.' },
  {
    type: 'trail.examples_failing',
    description: 'An example run of this `revision` failed; `failing` is the number of examples.',
  },
  { type: 'trail.examples_passing', description: 'All examples of this `revision` passed.' },
  { type: 'trail.approval_requested', description: 'A person requested approval of this `revision`.' },
  {
    type: 'trail.approval_changed',
    kinds: ['trail.approved', 'trail.approval_withdrawn'],
    description: 'A revision was approved, or a request or an approval was withdrawn.',
  },
  {
    type: 'trail.safety_changed',
    kinds: ['trail.finding_accepted', 'trail.finding_reopened'],
    description: 'A person accepted a safety finding, or ended its acceptance.',
  },
  {
    type: 'trail.schedule_changed',
    kinds: [
      ...['trail.publish_scheduled', 'trail.unpublish_scheduled'],
      ...['trail.schedule_cancelled', 'trail.schedule_failed'],
    ],
    description: 'A publication or its end was scheduled or canceled, or a scheduled one failed.',
  },
  {
    type: 'trail.care_changed',
    kinds: ['trail.care_changed', 'trail.reviewed'],
    description: 'The owner or the next review of the trail changed.',
  },
  {
    type: 'trail_set.changed',
    kinds: [
      ...['trail_set.created', 'trail_set.changed', 'trail_set.trails_changed'],
      ...['trail_set.grant.added', 'trail_set.grant.changed', 'trail_set.grant.removed'],
    ],
    description: 'A set is new, or its name, trails or access changed. A set opens all of its trails.',
  },
  { type: 'trail_set.deleted', description: 'A set was deleted.' },
  {
    type: 'catalog.changed',
    kinds: ['catalog.rules_changed', 'catalog.public.updated', 'catalog.sets_ordered'],
    description: 'The rules of the catalog, or the order of its sets, changed.',
  },
  { type: 'group.created', kinds: ['team.group.created'], description: 'A group was created.' },
  {
    type: 'group.changed',
    kinds: [
      ...['team.group.renamed', 'team.group.described', 'team.group.attributes_changed'],
      ...['team.group.roles_changed', 'team.group.managers_changed', 'team.group.disconnected'],
    ],
    description: 'The name, attributes, roles or managers of a group changed.',
  },
  {
    type: 'group.members_changed',
    kinds: ['team.group.members_changed'],
    description: 'People joined or left a group.',
  },
  { type: 'group.deleted', kinds: ['team.group.deleted'], description: 'A group was deleted.' },
  { type: 'team.group.linked', description: 'A connection took over a group.' },
  { type: 'team.member.group_roles_changed', description: "A member's roles through groups changed." },
  { type: 'member.created', kinds: ['team.member.added'], description: 'A person became a member.' },
  {
    type: 'member.changed',
    kinds: [
      ...['team.member.updated', 'team.member.attributes_changed', 'team.member.linked', 'team.member.left_connection'],
      ...['team.member.manager_changed', 'team.member.manager_role_granted'],
      ...['team.member.role_granted', 'team.member.role_revoked', 'team.ownership_transferred'],
    ],
    description: "A member's name, attributes, roles, manager or connection changed.",
  },
  { type: 'member.deactivated', kinds: ['team.member.deactivated'], description: 'A member was deactivated.' },
  { type: 'member.reactivated', kinds: ['team.member.reactivated'], description: 'A member was reactivated.' },
  { type: 'member.deleted', kinds: ['team.member.removed'], description: 'A person is no longer a member.' },
  {
    type: 'session.device_opened',
    description:
      'A program got access with a code that a person typed in: one of the service itself, or an app (`client_id`).',
  },
  {
    type: 'credential.expiring',
    description:
      'An API key, a token or a client secret for directory sync expires within seven days, at `expires_at`. ' +
      'Sent once for each.',
  },
  {
    type: 'provisioning.refused',
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

const BY_KIND = new Map<string, string>(
  EVENT_TYPES.flatMap(({ type, kinds = [type] }) => kinds.map((kind): [string, string] => [kind, type])),
);

/** The type of a kind; undefined if it changes nothing that programs mirror or subscribe to. */
export const typeOf = (kind: string): string | undefined => (kind === TEST_EVENT ? TEST_EVENT : BY_KIND.get(kind));
