// Names of the events.
import { t } from '../parts/texts/t.ts';

const NAMES: Readonly<Record<string, string>> = {
  'trail.saved': 'A draft is saved',
  'trail.published': 'A trail is published',
  'trail.unpublished': 'A trail is unpublished',
  'trail.archived': 'A trail is archived',
  'trail.deleted': 'A trail is deleted',
  'trail.undeleted': 'A deleted trail is restored',
  'trail.examples_failing': t('Examples of a trail fail'),
  'trail.approval_requested': t('Someone requests an approval'),
  'team.group.linked': t('Directory sync takes over a group'),
  'team.member.group_roles_changed': t('Group roles change'),
  'member.created': t('Someone becomes a member'),
  'member.deactivated': 'A member is deactivated',
  'member.reactivated': 'A member is reactivated',
  'member.deleted': 'A member is removed',
  'session.device_opened': 'A program signs in with a code',
  'credential.expiring': 'A key or token expires within a week',
  'provisioning.refused': 'A request of directory sync is refused',
  'webhook.test': 'A test',
};

/** An unknown event is spelled out from its type. */
export const eventName = (type: string): string => NAMES[type] ?? type.replaceAll(/[._]/g, ' ');
