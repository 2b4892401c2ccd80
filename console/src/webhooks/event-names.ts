// Names of the events.
import { t } from '../parts/texts/t.ts';

const NAMES: Readonly<Record<string, string>> = {
  'trail.created': t('A trail is created'),
  'trail.saved': t('A draft is saved'),
  'trail.published': t('A trail is published'),
  'trail.note_changed': t('The note of a version changes'),
  'trail.unpublished': t('A trail is unpublished'),
  'trail.archived': t('A trail is archived'),
  'trail.unarchived': t('A trail is unarchived'),
  'trail.deleted': t('A trail is deleted'),
  'trail.undeleted': t('A deleted trail is restored'),
  'trail.access_changed': t('Other people can see or edit a trail'),
  'trail.moved': t('A trail moves in the order'),
  'trail.examples_failing': t('Examples of a trail fail'),
  'trail.examples_passing': t('Examples of a trail pass'),
  'trail.approval_requested': t('Someone requests an approval'),
  'trail.approval_changed': t('An approval is given or withdrawn'),
  'trail.safety_changed': t('A safety finding is accepted, or no longer accepted'),
  'trail.schedule_changed': t('A schedule changes or fails'),
  'trail.care_changed': t('The owner or the review date of a trail changes'),
  'trail_set.changed': t('A set of trails changes'),
  'trail_set.deleted': t('A set of trails is deleted'),
  'catalog.changed': t('The rules of the catalog change'),
  'group.created': t('A group is created'),
  'group.changed': t('A group changes'),
  'group.members_changed': t('People join or leave a group'),
  'group.deleted': t('A group is deleted'),
  'team.group.linked': t('Directory sync takes over a group'),
  'team.member.group_roles_changed': t('Group roles change'),
  'member.created': t('Someone becomes a member'),
  'member.changed': t('A member changes'),
  'member.deactivated': t('A member is deactivated'),
  'member.reactivated': t('A member is reactivated'),
  'member.deleted': t('A member is removed'),
  'session.device_opened': t('A program signs in with a code'),
  'credential.expiring': t('A key or token expires within a week'),
  'provisioning.refused': t('A request of directory sync is refused'),
  'webhook.test': t('A test'),
};

/** An unknown event is spelled out from its type. */
export const eventName = (type: string): string => NAMES[type] ?? type.replaceAll(/[._]/g, ' ');
