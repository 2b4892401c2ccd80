// Where a person can go, by what the session allows.
import {
  IconActivity,
  IconAddressBook,
  IconBuilding,
  IconBuildingCommunity,
  IconCompass,
  IconKey,
  IconPlugConnected,
  IconScript,
  IconSettings,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { canManage, canWrite, isOperating, type Session } from '../api/session.ts';

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Only this very page, none below it, counts as being here. */
  readonly exact?: boolean;
}

export interface Section {
  readonly heading: string;
  readonly places: readonly Place[];
}

const READ: Section = { heading: 'Read', places: [{ to: '/trails', label: 'Trails', icon: IconCompass }] };
const WRITE: Section = { heading: 'Write', places: [{ to: '/write', label: 'Drafts and trails', icon: IconScript }] };
const MANAGE: Section = {
  heading: 'Manage',
  places: [
    { to: '/admin', label: 'Overview', icon: IconActivity, exact: true },
    { to: '/admin/members', label: 'Members', icon: IconUsers },
    { to: '/admin/groups', label: 'Groups', icon: IconUsersGroup },
    { to: '/admin/connections', label: 'Directory sync', icon: IconPlugConnected },
    { to: '/admin/keys', label: 'API keys', icon: IconKey },
    { to: '/admin/audit', label: 'Audit log', icon: IconAddressBook },
    { to: '/admin/workspace', label: 'Workspace', icon: IconSettings },
  ],
};
const OPERATE: Section = {
  heading: 'Service',
  places: [
    { to: '/operator', label: 'Workspaces', icon: IconBuildingCommunity, exact: true },
    { to: '/operator/operators', label: 'Operators', icon: IconUserShield },
    { to: '/write', label: 'Service-wide catalog', icon: IconBuilding },
    { to: '/operator/keys', label: 'API keys', icon: IconKey },
    { to: '/operator/audit', label: 'Audit log', icon: IconAddressBook },
  ],
};

/** The navigation of whoever is signed in, section by section. */
export function sectionsFor(session: Session): Section[] {
  if (isOperating(session)) return [OPERATE];
  return [READ, ...(canWrite(session) ? [WRITE] : []), ...(canManage(session) ? [MANAGE] : [])];
}

/** Where a session starts. */
export const homeOf = (session: Session): string => (isOperating(session) ? '/operator' : '/trails');
