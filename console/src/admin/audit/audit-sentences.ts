// Audit entries as sentences: "Ada Admin gave Max Member the role Author".
import type { AuditEntry } from '../../api/workspace.ts';
import { withCredential } from '../../parts/secrets/with-credential.ts';
import { counted } from '../../parts/texts/counted.ts';
import { listed } from '../../parts/texts/listed.ts';
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
  'team.member.added': ({ who, what, isOwn }) => (isOwn ? `${who} joined the workspace` : `${who} added ${what}`),
  'team.member.linked': ({ who, what }) => `${who} took over ${what}, who had an account`,
  'team.member.invited': ({ who, what }) => `${who} invited ${what}`,
  'team.invitation.withdrawn': ({ who, what }) => `${who} withdrew the invitation of ${what}`,
  'team.invitation.declined': ({ who, what }) => `${who} declined the invitation to ${what}`,
  'team.member.updated': ({ who, what, isOwn }) =>
    isOwn ? `${who} changed their own name or address` : `${who} changed the name or the address of ${what}`,
  'team.member.attributes_changed': ({ who, what }) => `${who} changed attributes of ${what}`,
  'team.member.signed_out': ({ who, what, after }) => `${who} ended ${ended(after.sessions)} of ${what}`,
  'team.member.left_connection': ({ who, what, after }) =>
    `${who} ${after.record === 'deleted' ? 'deleted' : 'deactivated'} ${what} there; the membership stays`,
  'team.member.removed': ({ who, what, isOwn }) => (isOwn ? `${who} left the workspace` : `${who} removed ${what}`),
  'team.member.deactivated': ({ who, what }) => `${who} deactivated ${what}`,
  'team.member.reactivated': ({ who, what }) => `${who} reactivated ${what}`,
  'team.member.role_granted': ({ who, what, after }) => `${who} gave ${what} the role ${role(after.role)}`,
  'team.member.role_revoked': ({ who, what, isOwn, before }) =>
    isOwn ? `${who} gave up the role ${role(before.role)}` : `${who} took the role ${role(before.role)} from ${what}`,
  'team.member.manager_changed': ({ who, what }) => `${who} changed the manager of ${what}`,
  'team.member.manager_role_granted': ({ what }) => `Directory sync gave ${what} the role Manager`,
  'team.member.group_roles_changed': ({ who, what, before, after }) =>
    `${who} changed the groups of ${what}: ${moved(before.group_roles, after.group_roles)}`,
  'team.group.created': ({ who, what }) => `${who} made the group ${what}`,
  'team.group.deleted': ({ who, what }) => `${who} deleted the group ${what}`,
  'team.group.renamed': ({ who, what }) => `${who} renamed the group ${what}`,
  'team.group.described': ({ who, what }) => `${who} described the group ${what}`,
  'team.group.linked': ({ who, what }) => `${who} took over the group ${what}`,
  'team.group.disconnected': ({ who, what }) => `${who} disconnected the group ${what}`,
  'team.group.members_changed': ({ who, what }) => `${who} changed the members of ${what}`,
  'team.group.attributes_changed': ({ who, what }) => `${who} changed attributes of the group ${what}`,
  'team.group.managers_changed': ({ who, what }) => `${who} changed who looks after ${what}`,
  'team.group.roles_changed': ({ who, what, before, after }) =>
    `${who} changed the roles of the group ${what}: ${moved(before.roles, after.roles)}`,
  'team.connection.created': ({ who, what }) => `${who} made the connection ${what}`,
  'team.connection.updated': ({ who, what }) => `${who} changed settings of the connection ${what}`,
  'team.connection.confirmed': ({ who, what }) => `${who} confirmed the connection ${what}`,
  'team.connection.deleted': ({ who, what }) => `${who} deleted the connection ${what}`,
  'team.connection.token_created': ({ who, what }) => `${who} made a token for ${what}`,
  'team.connection.setup_link_created': ({ who, what, after }) =>
    `${who} made a link for ${after.note} to set ${what} up`,
  'team.connection.setup_link_revoked': ({ who, what, before }) =>
    `${who} revoked the link for ${before.note} to set ${what} up`,
  'team.connection.token_revoked': ({ who, what }) => `${who} revoked a token of ${what}`,
  'team.connection.secret_created': ({ who, what }) => `${who} made a client secret for ${what}`,
  'team.connection.secret_revoked': ({ who, what }) => `${who} revoked a client secret of ${what}`,
  'team.connection.identity_saved': ({ who, what }) => `${who} let a workload ask for tokens of ${what}`,
  'team.connection.identity_removed': ({ who, what }) => `${who} removed the workload identity of ${what}`,
  'team.connection.deactivations_held': ({ what, after }) =>
    `${what} asked to deactivate too many people at once; after ${people(after.done)} the rest are held`,
  'team.connection.deactivations_allowed': ({ who, what, after }) =>
    `${who} let ${people(after.people)} go whom ${what} asked to deactivate`,
  'team.connection.deactivations_kept': ({ who, what, after }) =>
    `${who} kept ${people(after.people)} whom ${what} asked to deactivate`,
  'team.deactivation_limits.updated': ({ who }) => `${who} changed the guard against mass deprovisioning`,
  'team.created': ({ who, what }) => `${who} made the workspace ${what}`,
  'team.updated': ({ who, after }) => `${who} changed ${listed(Object.keys(after).map(setting))}`,
  'team.deleted': ({ who, what }) => `${who} deleted the workspace ${what}`,
  'team.ownership_transferred': ({ who, what }) => `${who} gave the ownership of ${what} to someone else`,
  'team.domain_added': ({ who, after }) => `${who} noted the domain ${after.domain} as verified`,
  'team.domain_removed': ({ who, before }) => `${who} took the domain ${before.domain} back`,
  'team.sso.updated': ({ who }) => `${who} changed the single sign-on`,
  'team.sso.removed': ({ who }) => `${who} undid the single sign-on`,
  'team.sso.linked': ({ what }) => `${what} signed in with single sign-on for the first time`,
  'team.sso.unlinked': ({ who, what }) => `${who} forgot who ${what} is at the identity provider`,
  'catalog.public.updated': ({ who, after }) =>
    after.is_public === true
      ? `${who} made the published trails public`
      : `${who} ended that the published trails are public`,
  'team.apps.updated': ({ who }) => `${who} changed which AI tools and programs may connect`,
  'session.opened': ({ who, after }) => `${who} signed in ${WAYS[String(after.method)] ?? ''}`.trim(),
  'session.device_opened': ({ who, after }) => `${who} signed in to ${after.program ?? 'a device'} with a code`,
  'session.refused': ({ what }) => `Someone tried a wrong password for ${what}`,
  'session.ended': ({ who }) => `${who} signed out`,
  'session.link_created': ({ who, what }) => `${who} made a sign-in link for ${what}`,
  'account.password_set': ({ who }) => `${who} set a password`,
  'account.password_changed': ({ who }) => `${who} changed the password`,
  'account.password_removed': ({ who, what }) => `${who} took away the password of ${what} for this workspace`,
  'credential.created': ({ who, what }) => `${who} made the API key ${what}`,
  'credential.revoked': ({ who, what }) => `${who} revoked the API key ${what}`,
  'oauth.grant.created': ({ who, what, after: { origin } }) =>
    origin === 'approval' ? `${who} connected ${what}, approved for everyone` : `${who} let ${what} act for them`,
  'oauth.grant.revoked': ({ who, what }) => `${who} ended the access of ${what}`,
  'oauth.grant.refused': ({ who, what }) => `${who} refused access to ${what}`,
  'oauth.request.refused': ({ what, after: { reason, error } }) =>
    `A request of ${what} was refused: ${String(reason || error).replaceAll('_', ' ')}`,
  'service.operator.added': ({ who, what }) => `${who} made ${what} an operator`,
  'service.backup.made': ({ who, what }) => `${who} made the backup ${what}`,
  'service.operator.removed': ({ who, what }) => `${who} ended ${what} being an operator`,
  'webhook.created': ({ who, what }) => `${who} made the webhook ${what}`,
  'webhook.updated': ({ who, what }) => `${who} changed the webhook ${what}`,
  'webhook.deleted': ({ who, what }) => `${who} deleted the webhook ${what}`,
  'webhook.secret_rotated': ({ who, what }) => `${who} rotated the secret of the webhook ${what}`,
  'webhook.switched_off': ({ what, after }) =>
    after.reason === 'gone'
      ? `The webhook ${what} was switched off: its receiver wants no more events`
      : `The webhook ${what} was switched off: nothing came through for five days`,
  'audit.stream.created': ({ who, what }) => `${who} began to stream the audit log to ${what}`,
  'audit.stream.updated': ({ who, what }) => `${who} changed the audit stream ${what}`,
  'audit.stream.deleted': ({ who, what }) => `${who} ended the audit stream ${what}`,
  'trail.created': ({ who, what }) => `${who} began the trail ${what}`,
  'trail.updated': ({ who, what, before, after }) => {
    if (before.visibility === after.visibility) return `${who} moved ${what} in the order`;
    return after.visibility === 'restricted'
      ? `${who} restricted ${what} to some`
      : `${who} opened ${what} to everyone`;
  },
  'trail.published': ({ who, what }) => `${who} published ${what}`,
  'trail.note_changed': ({ who, what, after }) => `${who} changed the note of version ${after.version} of ${what}`,
  'trail.unpublished': ({ who, what }) => `${who} unpublished ${what}`,
  'trail.archived': ({ who, what }) => `${who} archived ${what}`,
  'trail.unarchived': ({ who, what }) => `${who} took ${what} out of the archive`,
  'trail.deleted': ({ who, what }) => `${who} deleted the trail ${what}`,
  'trail.undeleted': ({ who, what }) => `${who} restored the deleted trail ${what}`,
  'trail.approval_requested': ({ who, what }) => `${who} asked for approval of ${what}`,
  'trail.approved': ({ who, what, after }) => `${who} approved revision ${after.revision} of ${what}`,
  'trail.approval_withdrawn': ({ who, what }) => `${who} took the approval of ${what} back, or sent it back`,
  'trail.publish_scheduled': ({ who, what }) => `${who} scheduled the publication of ${what}`,
  'trail.unpublish_scheduled': ({ who, what }) => `${who} scheduled the end of ${what}`,
  'trail.schedule_cancelled': ({ who, what }) => `${who} canceled the schedule for ${what}`,
  'trail.schedule_failed': ({ what, after }) =>
    `${what} was not ${after.action}ed as scheduled: ${String(after.outcome).replace(/\.$/, '')}`,
  'trail.care_changed': ({ who, what }) => `${who} changed owner or review of ${what}`,
  'trail.reviewed': ({ who, what }) => `${who} reviewed ${what}`,
  'catalog.rules_changed': ({ who, after }) => `${who} changed the rules of the catalog: ${rulesIn(after)}`,
  'insight.keeping_changed': ({ who, after }) =>
    `${who} ${after.keep_questions === true ? 'began' : 'ended'} keeping the texts of questions without a trail`,
  'trail.grant.added': ({ who, what, after }) => `${who} let ${listed([String(after.name ?? 'someone')])} see ${what}`,
  'trail_set.created': ({ who, what }) => `${who} made the set ${what}`,
  'trail_set.changed': ({ who, what }) => `${who} renamed or described the set ${what}`,
  'trail_set.trails_changed': ({ who, what }) => `${who} changed the trails of the set ${what}`,
  'trail_set.deleted': ({ who, what }) => `${who} deleted the set ${what}`,
  'trail_set.grant.added': ({ who, what, after }) => `${who} opened the set ${what} to ${listed([String(after.name)])}`,
  'trail_set.grant.changed': ({ who, what, after }) =>
    `${who} changed what the set ${what} gives to ${listed([String(after.name)])}`,
  'trail_set.grant.removed': ({ who, what, before }) =>
    `${who} closed the set ${what} to ${listed([String(before.name ?? 'someone')])}`,
  'catalog.sets_ordered': ({ who }) => `${who} changed the order of the sets`,
  'trail.group.added': ({ who, what, after }) => `${who} opened ${what} to the group ${listed([String(after.name)])}`,
  'trail.grant.changed': ({ who, what, after }) =>
    `${who} ${after.edits === true ? 'let' : 'no longer lets'} ${listed([String(after.name)])} edit ${what}`,
  'trail.group.changed': ({ who, what, before, after }) => {
    const group = `the group ${listed([String(after.name)])}`;
    if (before.edits !== after.edits)
      return `${who} ${after.edits === true ? 'let' : 'no longer lets'} ${group} edit ${what}`;
    return `${who} ${after.reach === 'featured' ? 'featured' : 'stopped featuring'} ${what} for ${group}`;
  },
  'trail.group.removed': ({ who, what, before }) =>
    `${who} closed ${what} to the group ${listed([String(before.name)])}`,
  'trail.grant.removed': ({ who, what, before }) =>
    `${who} no longer lets ${listed([String(before.name ?? GRANTEES[String(before.kind)] ?? 'someone')])} see ${what}`,
};

/** The settings of a workspace. */
const SETTINGS: Readonly<Record<string, string>> = {
  name: 'the name of the workspace',
  plan: 'the plan',
  seat_limit: 'the number of seats',
  trails_enabled: 'whether it has trails',
};
const RULES: Readonly<Record<string, string>> = {
  approval_required: 'approval before publishing',
  publish_to_delete: 'deletion of live trails by publishers only',
  keep_deleted: 'keeping deleted trails',
  private_images: 'private images',
  plugin_trails: 'the number of trails in the plugin',
};
/** For older entries, which do not contain the name. */
const GRANTEES: Readonly<Record<string, string>> = { user: 'a person', group: 'a group', team: 'a workspace' };
const WAYS: Readonly<Record<string, string>> = {
  link: 'with a link',
  password: 'with a password',
  sso: 'with single sign-on',
};
const ACTORS: Readonly<Record<string, string>> = {
  connection: 'Directory sync',
  credential: 'An API key',
  system: 'The service',
};
/** Non-human actors, as the subject of a sentence. */
const WORKERS: Readonly<Record<string, string>> = {
  'cairn command': 'The cairn command',
  schedule: 'The schedule of backups',
  demo: 'The demo',
};

/**
 * The entry as a sentence without a period, including the key or app used. An unknown kind is spelled out from its
 * name.
 */
export const sentenceOf = (entry: AuditEntry): string =>
  entry.actor.credential === undefined ? deedOf(entry) : `${deedOf(entry)}, ${withCredential(entry.actor.credential)}`;

function deedOf({ kind, actor, subject, before, after }: AuditEntry): string {
  const worker = actor.kind === 'system' ? WORKERS[actor.name ?? ''] : undefined;
  const who = worker || actor.name || ACTORS[actor.kind] || 'Someone';
  const what = listed([subject.name || 'someone without a name']);
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

const ended = (count: unknown): string => (count === 1 ? 'a session' : counted(Number(count), 'session'));
const people = (count: unknown): string => (count === 1 ? 'one person' : counted(Number(count), 'person', 'people'));
const rulesIn = (after: Facts): string =>
  listed(
    Object.entries(after).map(([rule, isOn]) => `${RULES[rule] ?? setting(rule)} ${isOn === true ? 'on' : 'off'}`),
  );
const setting = (name: string): string => SETTINGS[name] ?? name.replaceAll('_', ' ');
const role = (name: unknown): string => ROLE_NAMES[name as keyof typeof ROLE_NAMES] ?? String(name);

/** "+ Author, − Manager": added and removed roles. */
function moved(before: unknown, after: unknown): string {
  const [was, is] = [listOf(before), listOf(after)];
  const came = is.filter((name) => !was.includes(name)).map((name) => `+ ${role(name)}`);
  const went = was.filter((name) => !is.includes(name)).map((name) => `− ${role(name)}`);
  return [...came, ...went].join(', ') || 'nothing differs';
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
