// The filter of the directory view: of its pages, its totals and its file alike.
import { Type } from '@sinclair/typebox';
import { OneOf, Uuid } from '../../base/shape.ts';
import { ROLES } from '../../directory/roles.ts';

/** What the directory view is filtered by. */
export const MEMBER_FILTER = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of name or e-mail address, in any case.' })),
  status: Type.Optional(OneOf(['active', 'deprovisioned'])),
  source: Type.Optional(Type.Union([Uuid('A connection.'), Type.Literal('service')])),
  role: Type.Optional(OneOf(ROLES)),
  group_id: Type.Optional(Uuid('Members of that group.')),
  manager_id: Type.Optional(Uuid('Direct reports of that person, also those who left: `status` says which.')),
};
