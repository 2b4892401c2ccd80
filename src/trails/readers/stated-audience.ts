// The audience of a trail or a set by name, as files and plans state it: groups with their rights, and the addresses of
// people who edit. People who only read are not part of it.
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type Static, Type } from '@sinclair/typebox';
import { closed, OneOf } from '../../base/shape.ts';
import { mailboxOf, TEXT_LIMITS } from '../../directory/checked.ts';
import { REACHES } from '../visibility.ts';

/** The maximum number of groups, and of editors. */
const MAX_STATED = 200;

const StatedGroup = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: TEXT_LIMITS.group, description: 'The name of the group.' }),
    reach: Type.Optional(
      OneOf(REACHES, {
        default: 'available',
        description: 'available: found when it fits; featured: also shown first, at home and in the plugin.',
      }),
    ),
    edits: Type.Optional(Type.Boolean({ default: false, description: 'Whether the members edit, too.' })),
  },
  closed,
);
const groups = Type.Array(StatedGroup, {
  maxItems: MAX_STATED,
  description: 'The groups that it is open to. Absent leaves them unchanged.',
});
const editors = Type.Array(Type.String({ minLength: 1, maxLength: TEXT_LIMITS.email }), {
  maxItems: MAX_STATED,
  description: 'The addresses of the people who edit. People who are left out still see it. Absent: unchanged.',
});

/** Members of a body, or of a file. */
export const STATED_AUDIENCE = {
  groups: Type.Optional(groups),
  editors: Type.Optional(editors),
};

export const AUDIENCE_MEMBERS = ['groups', 'editors'] as const;
export type AudienceMember = (typeof AUDIENCE_MEMBERS)[number];

export type StatedGroup = Static<typeof StatedGroup>;

/** Absent members are not stated. */
export interface StatedAudience {
  readonly groups?: readonly StatedGroup[] | undefined;
  readonly editors?: readonly string[] | undefined;
}

export interface WholeAudience {
  readonly groups: readonly Required<StatedGroup>[];
  readonly editors: readonly string[];
}

export const NO_AUDIENCE: WholeAudience = { groups: [], editors: [] };

/** Names of groups are unique in a workspace, ignoring case. */
export const groupKey = ({ name }: Pick<StatedGroup, 'name'>): string => normalForm(name);

export const editorKey = (email: string): string => mailboxOf(email.trim()).toLowerCase();

export const withRights = ({ name, reach = 'available', edits = false }: StatedGroup): Required<StatedGroup> => ({
  ...{ name, reach, edits },
});

/** Equal for members with the same content, whatever the order and case. Undefined if the member is not stated. */
export function memberText(audience: StatedAudience, member: AudienceMember): string | undefined {
  const keys =
    member === 'editors'
      ? audience.editors?.map(editorKey)
      : audience.groups?.map(withRights).map((group) => [groupKey(group), group.reach, group.edits].join('\n'));
  return keys && JSON.stringify(keys.toSorted());
}

/** The members that `stated` has and that differ from the other audience. */
export const differingMembers = (stated: StatedAudience, other: WholeAudience): AudienceMember[] =>
  AUDIENCE_MEMBERS.filter((member) => {
    const text = memberText(stated, member);
    return text !== undefined && text !== memberText(other, member);
  });
