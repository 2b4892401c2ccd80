// Roles that admins assign to people or groups. Owner is not among them, since a workspace has exactly one.
import { Type } from '@sinclair/typebox';
import { closed, OneOf } from '../../base/shape.ts';
import { ROLES } from '../../directory/roles.ts';

export const GRANTABLE = ROLES.filter((role) => role !== 'owner');

export const GrantedRoles = Type.Array(OneOf(GRANTABLE), { uniqueItems: true });

export const ChangeRolesBody = Type.Object(
  {
    add: Type.Optional(GrantedRoles),
    remove: Type.Optional(GrantedRoles),
    seen: Type.Optional({
      ...GrantedRoles,
      description: 'The roles as you last saw them. If they have changed since, nothing is saved (409, with `roles`).',
    }),
  },
  { $id: 'ChangeRolesBody', ...closed },
);
