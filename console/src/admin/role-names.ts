// Names of the roles.
import type { Role } from '../api/directory.ts';
import { t } from '../parts/texts/t.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  admin: t('Admin'),
  author: t('Author'),
  publisher: t('Publisher'),
  manager: t('Manager'),
  member: t('Member'),
};
