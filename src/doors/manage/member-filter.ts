// The filter of the directory view, shared by its pages, totals and export.
import { Type } from '@sinclair/typebox';
import { OneOf, Uuid } from '../../base/shape.ts';
import { ROLES } from '../../directory/roles.ts';

export const MEMBER_FILTER = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words of a name or e-mail address, in any order. If no one has all of them, each may contain a typo.',
    }),
  ),
  status: Type.Optional(OneOf(['active', 'deprovisioned'])),
  source: Type.Optional(Type.Union([Uuid('Only people of this connection.'), Type.Literal('service')])),
  role: Type.Optional(OneOf(ROLES)),
  group_id: Type.Optional(Uuid('Only members of this group.')),
  manager_id: Type.Optional(Uuid('Only direct reports of this person, including those who left; see `status`.')),
};
