// The Enterprise User extension (RFC 7643 4.3) as data.
import { attribute, complex, type Schema, string } from './attribute.ts';
import { ENTERPRISE_USER_URN } from './urns.ts';

const manager = complex('manager', "The user's manager.", [
  string('value', 'The id of the SCIM resource of the manager.', { caseExact: true }),
  attribute('reference', '$ref', 'The URI of the SCIM resource of the manager.', { referenceTypes: ['User'] }),
  string('displayName', "The manager's display name.", { mutability: 'readOnly' }),
]);

export const ENTERPRISE_USER_SCHEMA: Schema = {
  id: ENTERPRISE_USER_URN,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    string('employeeNumber', 'The number or code that the organization gives the person.'),
    string('costCenter', 'The name of the cost center.'),
    string('organization', 'The name of the organization.'),
    string('division', 'The name of the division.'),
    string('department', 'The name of the department.'),
    manager,
  ],
};
