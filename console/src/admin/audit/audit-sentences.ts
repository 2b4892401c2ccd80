// Audit entries as sentences: "Ada Admin gave Max Member the role Author".
import type { AuditEntry } from '../../api/workspace.ts';
import { withCredential } from '../../parts/secrets/with-credential.ts';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';

type Facts = Readonly<Record<string, unknown>>;
interface AuditWords {
  readonly who: string;
  readonly what: string;
  /** True if the actor and the affected person are the same. */
  readonly isOwn: boolean;
  readonly before: Facts;
  readonly after: Facts;
}

const SENTENCES: Readonly<Record<string, (words: AuditWords) => string>> = {
  'team.member.added': ({ who, what, isOwn }) =>
    isOwn ? t('{who} joined the workspace', { who }) : t('{who} added {what}', { who, what }),
  'team.member.linked': ({ who, what }) => t('{who} took over {what}, who had an account', { who, what }),
  'team.member.invited': ({ who, what }) => t('{who} invited {what}', { who, what }),
  'team.invitation.withdrawn': ({ who, what }) => t('{who} withdrew the invitation of {what}', { who, what }),
  'team.invitation.declined': ({ who, what }) => t('{who} declined the invitation to {what}', { who, what }),
  'team.member.updated': ({ who, what, isOwn }) =>
    isOwn
      ? t('{who} changed their own name or address', { who })
      : t('{who} changed the name or the address of {what}', { who, what }),
  'team.member.attributes_changed': ({ who, what }) => t('{who} changed attributes of {what}', { who, what }),
  'team.member.signed_out': ({ who, what, after }) =>
    after.sessions === undefined
      ? t('{who} ended all sessions and apps of {what}', { who, what })
      : t('{who} ended {ended} of {what}', { who, ended: ended(after.sessions), what }),
  'team.member.left_connection': ({ who, what, after }) =>
    after.record === 'deleted'
      ? t('{who} deleted {what} there; the membership stays', { who, what })
      : t('{who} deactivated {what} there; the membership stays', { who, what }),
  'team.member.removed': ({ who, what, isOwn }) =>
    isOwn ? t('{who} left the workspace', { who }) : t('{who} removed {what}', { who, what }),
  'team.member.deactivated': ({ who, what }) => t('{who} deactivated {what}', { who, what }),
  'team.member.reactivated': ({ who, what }) => t('{who} reactivated {what}', { who, what }),
  'team.member.role_granted': ({ who, what, after }) =>
    t('{who} gave {what} the role {role}', { who, what, role: role(after.role) }),
  'team.member.role_revoked': ({ who, what, isOwn, before }) =>
    isOwn
      ? t('{who} gave up the role {role}', { who, role: role(before.role) })
      : t('{who} took the role {role} from {what}', { who, role: role(before.role), what }),
  'team.member.manager_changed': ({ who, what }) => t('{who} changed the manager of {what}', { who, what }),
  'team.member.manager_role_granted': ({ what }) => t('Directory sync gave {what} the role Manager', { what }),
  'team.member.group_roles_changed': ({ who, what, before, after }) =>
    t('{who} changed the groups of {what}: {moved}', {
      who,
      what,
      moved: moved(before.group_roles, after.group_roles),
    }),
  'team.group.created': ({ who, what }) => t('{who} created the group {what}', { who, what }),
  'team.group.deleted': ({ who, what }) => t('{who} deleted the group {what}', { who, what }),
  'team.group.renamed': ({ who, what }) => t('{who} renamed the group {what}', { who, what }),
  'team.group.described': ({ who, what }) => t('{who} described the group {what}', { who, what }),
  'team.group.linked': ({ who, what }) => t('{who} took over the group {what}', { who, what }),
  'team.group.disconnected': ({ who, what }) => t('{who} disconnected the group {what}', { who, what }),
  'team.group.members_changed': ({ who, what }) => t('{who} changed the members of {what}', { who, what }),
  'team.group.attributes_changed': ({ who, what }) => t('{who} changed attributes of the group {what}', { who, what }),
  'team.group.managers_changed': ({ who, what }) => t('{who} changed the managers of {what}', { who, what }),
  'team.group.roles_changed': ({ who, what, before, after }) =>
    t('{who} changed the roles of the group {what}: {moved}', { who, what, moved: moved(before.roles, after.roles) }),
  'team.connection.created': ({ who, what }) => t('{who} created the connection {what}', { who, what }),
  'team.connection.updated': ({ who, what }) => t('{who} changed settings of the connection {what}', { who, what }),
  'team.connection.confirmed': ({ who, what }) => t('{who} confirmed the connection {what}', { who, what }),
  'team.connection.deleted': ({ who, what }) => t('{who} deleted the connection {what}', { who, what }),
  'team.connection.token_created': ({ who, what }) => t('{who} created a token for {what}', { who, what }),
  'team.connection.setup_link_created': ({ who, what, after }) =>
    t('{who} made a link for {note} to set {what} up', { who, note: String(after.note), what }),
  'team.connection.setup_link_revoked': ({ who, what, before }) =>
    t('{who} revoked the link for {note} to set {what} up', { who, note: String(before.note), what }),
  'team.connection.token_revoked': ({ who, what }) => t('{who} revoked a token of {what}', { who, what }),
  'team.connection.secret_created': ({ who, what }) => t('{who} created a client secret for {what}', { who, what }),
  'team.connection.secret_revoked': ({ who, what }) => t('{who} revoked a client secret of {what}', { who, what }),
  'team.connection.identity_saved': ({ who, what }) =>
    t('{who} let a workload ask for tokens of {what}', { who, what }),
  'team.connection.identity_removed': ({ who, what }) =>
    t('{who} removed the workload identity of {what}', { who, what }),
  'team.connection.people_suspended': ({ what, after }) =>
    t('{what} removed too many people at once; {people} are suspended', { what, people: people(after.people) }),
  'team.connection.suspensions_restored': ({ who, what, after }) =>
    t('{who} restored {people} whom {what} had removed', { who, people: people(after.people), what }),
  'team.connection.suspensions_confirmed': ({ who, what, after }) =>
    t('{who} confirmed that {people} left whom {what} had removed', { who, people: people(after.people), what }),
  'team.deactivation_limits.updated': ({ who }) => t('{who} changed the guard against mass deprovisioning', { who }),
  'team.created': ({ who, what }) => t('{who} made the workspace {what}', { who, what }),
  'team.updated': ({ who, after }) => t('{who} changed {keys}', { who, keys: listed(Object.keys(after).map(setting)) }),
  'team.deleted': ({ who, what }) => t('{who} deleted the workspace {what}', { who, what }),
  'team.ownership_transferred': ({ who, what }) =>
    t('{who} gave the ownership of {what} to someone else', { who, what }),
  'team.domain_added': ({ who, after }) =>
    t('{who} noted the domain {domain} as verified', { who, domain: String(after.domain) }),
  'team.domain_removed': ({ who, before }) =>
    t('{who} took the domain {domain} back', { who, domain: String(before.domain) }),
  'team.sso.updated': ({ who }) => t('{who} changed the single sign-on', { who }),
  'team.sso.removed': ({ who }) => t('{who} undid the single sign-on', { who }),
  'team.sso.linked': ({ what }) => t('{what} signed in with single sign-on for the first time', { what }),
  'team.sso.unlinked': ({ who, what }) => t('{who} forgot who {what} is at the identity provider', { who, what }),
  'catalog.public.updated': ({ who, after }) =>
    after.is_public === true
      ? t('{who} made the published trails public', { who })
      : t('{who} closed the public list of trails', { who }),
  'team.apps.updated': ({ who }) => t('{who} changed which AI tools and programs may connect', { who }),
  'session.opened': ({ who, after }) => WAYS[String(after.method)]?.(who) ?? t('{who} signed in', { who }),
  'session.device_opened': ({ who, after }) =>
    t('{who} signed in to {program} with a code', { who, program: String(after.program ?? t('a device')) }),
  'session.refused': ({ what }) => t('Someone tried a wrong password for {what}', { what }),
  'session.ended': ({ who }) => t('{who} signed out', { who }),
  'session.link_created': ({ who, what }) => t('{who} made a sign-in link for {what}', { who, what }),
  'account.password_set': ({ who }) => t('{who} set a password', { who }),
  'account.password_changed': ({ who }) => t('{who} changed the password', { who }),
  'account.password_removed': ({ who, what }) =>
    t('{who} took away the password of {what} for this workspace', { who, what }),
  'credential.created': ({ who, what }) => t('{who} created the API key {what}', { who, what }),
  'credential.revoked': ({ who, what }) => t('{who} revoked the API key {what}', { who, what }),
  'oauth.grant.created': ({ who, what, after: { origin } }) =>
    origin === 'approval'
      ? t('{who} connected {what}, approved for everyone', { who, what })
      : t('{who} let {what} act for them', { who, what }),
  'oauth.grant.revoked': ({ who, what }) => t('{who} ended the access of {what}', { who, what }),
  'oauth.grant.refused': ({ who, what }) => t('{who} refused access to {what}', { who, what }),
  'oauth.request.refused': ({ what, after: { reason, error } }) =>
    t('A request of {what} was refused: {reason}', {
      what,
      reason: String(reason || error).replaceAll('_', ' '),
    }),
  'service.operator.added': ({ who, what }) => t('{who} made {what} an operator', { who, what }),
  'service.backup.made': ({ who, what }) => t('{who} made the backup {what}', { who, what }),
  'service.operator.removed': ({ who, what }) => t('{who} removed the operator {what}', { who, what }),
  'webhook.created': ({ who, what }) => t('{who} made the webhook {what}', { who, what }),
  'webhook.updated': ({ who, what }) => t('{who} changed the webhook {what}', { who, what }),
  'webhook.deleted': ({ who, what }) => t('{who} deleted the webhook {what}', { who, what }),
  'webhook.secret_rotated': ({ who, what }) => t('{who} rotated the secret of the webhook {what}', { who, what }),
  'webhook.switched_off': ({ what, after }) =>
    after.reason === 'gone'
      ? t('The webhook {what} was switched off: its receiver wants no more events', { what })
      : t('The webhook {what} was switched off: nothing came through for five days', { what }),
  'audit.stream.created': ({ who, what }) => t('{who} began to stream the audit log to {what}', { who, what }),
  'audit.stream.updated': ({ who, what }) => t('{who} changed the audit stream {what}', { who, what }),
  'audit.stream.deleted': ({ who, what }) => t('{who} ended the audit stream {what}', { who, what }),
  'trail.created': ({ who, what }) => t('{who} began the trail {what}', { who, what }),
  'trail.moved': ({ who, what }) => t('{who} moved {what} in the order', { who, what }),
  'trail.visibility_changed': ({ who, what, after }) =>
    after.visibility === 'restricted'
      ? t('{who} restricted {what} to some', { who, what })
      : t('{who} opened {what} to everyone', { who, what }),
  'trail.published': ({ who, what }) => t('{who} published {what}', { who, what }),
  'trail.note_changed': ({ who, what, after }) =>
    t('{who} edited the note on version {version} of {what}', { who, version: String(after.version), what }),
  'trail.unpublished': ({ who, what }) => t('{who} unpublished {what}', { who, what }),
  'trail.archived': ({ who, what }) => t('{who} archived {what}', { who, what }),
  'trail.unarchived': ({ who, what }) => t('{who} took {what} out of the archive', { who, what }),
  'trail.deleted': ({ who, what }) => t('{who} deleted the trail {what}', { who, what }),
  'trail.undeleted': ({ who, what }) => t('{who} restored the deleted trail {what}', { who, what }),
  'trail.approval_requested': ({ who, what }) => t('{who} asked for approval of {what}', { who, what }),
  'trail.approved': ({ who, what, after }) =>
    t('{who} approved revision {revision} of {what}', { who, revision: String(after.revision), what }),
  'trail.approval_withdrawn': ({ who, what }) => t('{who} withdrew or declined the approval of {what}', { who, what }),
  'trail.finding_accepted': ({ who, what, after }) =>
    t('{who} accepted a safety finding in {what}: {reason}', { who, what, reason: String(after.reason ?? '') }),
  'trail.finding_reopened': ({ who, what }) => t('{who} no longer accepts a safety finding in {what}', { who, what }),
  'trail.publish_scheduled': ({ who, what }) => t('{who} scheduled the publication of {what}', { who, what }),
  'trail.unpublish_scheduled': ({ who, what }) => t('{who} scheduled the end of {what}', { who, what }),
  'trail.schedule_cancelled': ({ who, what }) => t('{who} canceled the schedule for {what}', { who, what }),
  'trail.schedule_failed': ({ what, after }) =>
    after.action === 'publish'
      ? t('{what} was not published as scheduled: {outcome}', { what, outcome: outcomeOf(after) })
      : t('{what} was not unpublished as scheduled: {outcome}', { what, outcome: outcomeOf(after) }),
  'trail.care_changed': ({ who, what }) => t('{who} changed owner or review of {what}', { who, what }),
  'trail.reviewed': ({ who, what }) => t('{who} reviewed {what}', { who, what }),
  'catalog.rules_changed': ({ who, after }) =>
    t('{who} changed the rules of the catalog: {rules}', { who, rules: rulesIn(after) }),
  'insight.keeping_changed': ({ who, after }) =>
    after.keep_questions === true
      ? t('{who} began keeping the texts of questions without a trail', { who })
      : t('{who} ended keeping the texts of questions without a trail', { who }),
  'trail.grant.added': ({ who, what, after }) =>
    t('{who} let {name} see {what}', { who, name: listed([String(after.name ?? t('someone'))]), what }),
  'trail_set.created': ({ who, what }) => t('{who} made the set {what}', { who, what }),
  'trail_set.changed': ({ who, what }) => t('{who} renamed or described the set {what}', { who, what }),
  'trail_set.trails_changed': ({ who, what }) => t('{who} changed the trails of the set {what}', { who, what }),
  'trail_set.deleted': ({ who, what }) => t('{who} deleted the set {what}', { who, what }),
  'trail_set.grant.added': ({ who, what, after }) =>
    t('{who} opened the set {what} to {name}', { who, what, name: listed([String(after.name)]) }),
  'trail_set.grant.changed': ({ who, what, after }) =>
    t('{who} changed what the set {what} gives to {name}', { who, what, name: listed([String(after.name)]) }),
  'trail_set.grant.removed': ({ who, what, before }) =>
    t('{who} closed the set {what} to {name}', { who, what, name: listed([String(before.name ?? t('someone'))]) }),
  'catalog.sets_ordered': ({ who }) => t('{who} changed the order of the sets', { who }),
  'trail.group.added': ({ who, what, after }) =>
    t('{who} opened {what} to the group {name}', { who, what, name: listed([String(after.name)]) }),
  'trail.grant.changed': ({ who, what, after }) =>
    after.edits === true
      ? t('{who} let {name} edit {what}', { who, name: listed([String(after.name)]), what })
      : t('{who} no longer lets {name} edit {what}', { who, name: listed([String(after.name)]), what }),
  'trail.group.changed': ({ who, what, before, after }) => {
    const group = t('the group {name}', { name: listed([String(after.name)]) });
    if (before.edits !== after.edits)
      return after.edits === true
        ? t('{who} let {group} edit {what}', { who, group, what })
        : t('{who} no longer lets {group} edit {what}', { who, group, what });
    return after.reach === 'featured'
      ? t('{who} featured {what} for {group}', { who, what, group })
      : t('{who} stopped featuring {what} for {group}', { who, what, group });
  },
  'trail.group.removed': ({ who, what, before }) =>
    t('{who} closed {what} to the group {name}', { who, what, name: listed([String(before.name)]) }),
  'trail.grant.removed': ({ who, what, before }) =>
    t('{who} no longer lets {name} see {what}', {
      who,
      name: listed([String(before.name ?? GRANTEES[String(before.kind)] ?? t('someone'))]),
      what,
    }),
};

/** The settings of a workspace. */
const SETTINGS: Readonly<Record<string, string>> = {
  name: t('the name of the workspace'),
  plan: t('the plan'),
  seat_limit: t('the number of seats'),
  trails_enabled: t('whether it has trails'),
};
const RULES: Readonly<Record<string, string>> = {
  approval_required: t('approval before publishing'),
  publish_to_delete: t('deletion of live trails by publishers only'),
  keep_deleted: t('keeping deleted trails'),
  private_images: t('private images'),
  plugin_trails: t('the number of trails in the plugin'),
  safety: t('decisions about safety findings'),
  link_domains: t('domains for links'),
};
/** For older entries, which do not contain the name. */
const GRANTEES: Readonly<Record<string, string>> = { user: t('a person'), group: t('a group'), team: t('a workspace') };
const WAYS: Readonly<Record<string, (who: string) => string>> = {
  link: (who) => t('{who} signed in with a link', { who }),
  password: (who) => t('{who} signed in with a password', { who }),
  sso: (who) => t('{who} signed in with single sign-on', { who }),
};
const ACTORS: Readonly<Record<string, string>> = {
  connection: t('Directory sync'),
  credential: t('An API key'),
  system: t('The service'),
};
/** Non-human actors, as the subject of a sentence. */
const WORKERS: Readonly<Record<string, string>> = {
  'cairn command': t('The cairn command'),
  schedule: t('The schedule of backups'),
  demo: t('The demo'),
};

/**
 * The entry as a sentence without a period, including the key or app used. An unknown kind is spelled out from its
 * name.
 */
export const sentenceOf = (entry: AuditEntry): string =>
  entry.actor.credential === undefined ? deedOf(entry) : `${deedOf(entry)}, ${withCredential(entry.actor.credential)}`;

function deedOf({ kind, actor, subject, before, after }: AuditEntry): string {
  const worker = actor.kind === 'system' ? WORKERS[actor.name ?? ''] : undefined;
  const who = worker || actor.name || ACTORS[actor.kind] || t('Someone');
  const what = listed([subject.name || t('someone without a name')]);
  const words = {
    who: listed([who]),
    // Quote a trail's title, which may look like part of the sentence.
    what: subject.kind === 'trail' ? `"${what}"` : what,
    isOwn: actor.id === subject.id,
    before: before ?? {},
    after: after ?? {},
  };
  return SENTENCES[kind]?.(words) ?? `${words.who}: ${kind.replaceAll(/[._]/g, ' ')}, ${words.what}`;
}

const outcomeOf = (after: Facts): string => String(after.outcome).replace(/\.$/, '');
const ended = (count: unknown): string =>
  t('{count, plural, =1 {a session} one {# session} other {# sessions}}', { count: Number(count) });
const people = (count: unknown): string =>
  t('{count, plural, =1 {one person} one {# person} other {# people}}', { count: Number(count) });
const rulesIn = (after: Facts): string =>
  listed(
    Object.entries(after).map(([rule, isOn]) =>
      isOn === true
        ? t('{rule} on', { rule: RULES[rule] ?? setting(rule) })
        : t('{rule} off', { rule: RULES[rule] ?? setting(rule) }),
    ),
  );
const setting = (name: string): string => SETTINGS[name] ?? name.replaceAll('_', ' ');
const role = (name: unknown): string => ROLE_NAMES[name as keyof typeof ROLE_NAMES] ?? String(name);

/** "+ Author, − Manager": added and removed roles. */
function moved(before: unknown, after: unknown): string {
  const [was, is] = [listOf(before), listOf(after)];
  const came = is.filter((name) => !was.includes(name)).map((name) => `+ ${role(name)}`);
  const went = was.filter((name) => !is.includes(name)).map((name) => `− ${role(name)}`);
  return [...came, ...went].join(', ') || t('nothing differs');
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
