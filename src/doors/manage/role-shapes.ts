// Roles as they are given by hand, to a person or a group. Owner is none of them: a workspace has one.
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
      description: 'The roles as you saw them: where others are held by now, nothing is changed (409, with `roles`).',
    }),
  },
  { $id: 'ChangeRolesBody', ...closed },
);
