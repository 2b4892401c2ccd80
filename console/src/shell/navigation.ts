// The navigation in at most four groups, depending on the session. Readers have no sidebar (shell.tsx).
import {
  IconActivity,
  IconAddressBook,
  IconApps,
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconChecks,
  IconCompass,
  IconDatabaseExport,
  IconHeartbeat,
  IconKey,
  IconPlug,
  IconPlugConnected,
  IconScript,
  IconSettings,
  IconSitemap,
  IconUserCheck,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { canManage, canWrite, isOperating, type Session } from '../api/session.ts';
import type { PagePath } from '../parts/page/page-address.ts';
import { t } from '../parts/texts/t.ts';

export interface Place {
  readonly to: PagePath;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Highlighted only on this exact page, not on pages below it. */
  readonly exact?: boolean;
}

export interface Section {
  readonly heading: string;
  readonly places: readonly Place[];
}

const READ: Section = {
  heading: t('Read'),
  places: [
    { to: '/trails', label: t('Home'), icon: IconCompass },
    { to: '/connect', label: t('Connect your AI tool'), icon: IconPlug, exact: true },
  ],
};
const WRITE: Section = {
  heading: t('Write'),
  places: [
    { to: '/write', label: t('Trails'), icon: IconScript },
    { to: '/catalog-health', label: t('Catalog health'), icon: IconHeartbeat },
    { to: '/insight', label: t('Insight'), icon: IconChartBar },
  ],
};
const APPROVALS: Place = { to: '/approvals', label: t('Approvals'), icon: IconUserCheck };
const PEOPLE: Section = {
  heading: t('People'),
  places: [
    { to: '/admin/members', label: t('Members'), icon: IconUsers },
    { to: '/admin/groups', label: t('Groups'), icon: IconUsersGroup },
    { to: '/admin/organisation', label: t('Organization'), icon: IconSitemap },
    { to: '/admin/connections', label: t('Directory sync'), icon: IconPlugConnected },
  ],
};
const WORKSPACE: Section = {
  heading: t('Workspace'),
  places: [
    { to: '/admin/keys', label: t('API keys'), icon: IconKey },
    { to: '/admin/webhooks', label: t('Webhooks'), icon: IconWebhook },
    { to: '/admin/apps', label: t('Connected apps'), icon: IconApps },
    { to: '/admin/audit', label: t('Audit log'), icon: IconAddressBook },
    { to: '/admin/workspace', label: t('Settings'), icon: IconSettings },
  ],
};
const OPERATE: Section = {
  heading: t('Service'),
  places: [
    { to: '/operator', label: t('Workspaces'), icon: IconBuildingCommunity, exact: true },
    { to: '/operator/operators', label: t('Operators'), icon: IconUserShield },
    { to: '/write', label: t('Service-wide catalog'), icon: IconBuilding },
    { to: '/catalog-health', label: t('Catalog health'), icon: IconHeartbeat },
    { to: '/operator/publishing', label: t('Publishing'), icon: IconChecks },
    { to: '/operator/backups', label: t('Backups'), icon: IconDatabaseExport },
    { to: '/operator/keys', label: t('API keys'), icon: IconKey },
    { to: '/operator/webhooks', label: t('Webhooks'), icon: IconWebhook },
    { to: '/operator/audit', label: t('Audit log'), icon: IconAddressBook },
  ],
};

const OVERVIEW: Place = { to: '/overview', label: t('Overview'), icon: IconActivity };

/** Home, and for authors and admins the overview. */
const readOf = (session: Session): Section => {
  const [home, ...others] = READ.places;
  const looksAfter = canWrite(session) || canManage(session);
  return home === undefined || !looksAfter ? READ : { ...READ, places: [home, OVERVIEW, ...others] };
};

/** Editors of some trails see the list of these trails, and members of the group that approves see their requests. */
function writeOf(session: Session): Section[] {
  const own = canWrite(session) ? WRITE.places : WRITE.places.slice(0, session.edits_trails ? 1 : 0);
  const places = [...own, ...(session.approves_trails ? [APPROVALS] : [])];
  return places.length === 0 ? [] : [{ ...WRITE, places }];
}

/** The navigation of the signed-in person, by section. */
export function sectionsFor(session: Session): Section[] {
  if (isOperating(session)) return [OPERATE];
  return [readOf(session), ...writeOf(session), ...(canManage(session) ? [PEOPLE, WORKSPACE] : [])];
}

/** True for people who can only read. A sidebar would contain just Home and one other page. */
export const onlyReads = (session: Session): boolean =>
  !isOperating(session) && writeOf(session).length === 0 && !canManage(session);

/** The start page of a session. */
export const homeOf = (session: Session): PagePath => (isOperating(session) ? '/operator' : '/trails');
