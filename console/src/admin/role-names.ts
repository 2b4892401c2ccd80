// Names of the roles.
import type { Role } from '../api/directory.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  author: 'Author',
  publisher: 'Publisher',
  manager: 'Manager',
  member: 'Member',
};
