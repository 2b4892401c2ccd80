// The Group schema (RFC 7643 4.2) as data. Members are users: nested groups are not supported.
import { attribute, complex, type Schema, string } from './attribute.ts';
import { GROUP_URN } from './urns.ts';

const members = complex(
  'members',
  'The members of the group.',
  [
    string('value', 'The id of the member.', { required: true, mutability: 'immutable', caseExact: true }),
    attribute('reference', '$ref', 'The URI of the member.', { mutability: 'immutable', referenceTypes: ['User'] }),
    string('display', 'The display name of the member.', { mutability: 'readOnly', inboundOnly: true }),
    string('type', 'The kind of member.', { mutability: 'immutable', canonicalValues: ['User'] }),
  ],
  { multiValued: true },
);

export const GROUP_SCHEMA: Schema = {
  id: GROUP_URN,
  name: 'Group',
  description: 'Group',
  attributes: [
    string('displayName', 'The name of the group; unique without regard to case.', {
      required: true,
      uniqueness: 'server',
    }),
    members,
  ],
};
