// The provisioning log describes each request: the person and the reason for a refusal, once and never blank.
import { describe, expect, test } from 'vitest';
import { subjectOf } from '../../console/src/admin/provisioning-log/log-words.ts';
import { causeOf, remedyOf } from '../../console/src/admin/provisioning-log/remedies.ts';

describe('the person of a request', () => {
  const nobody = { subject: null, resource_name: null, resource_id: null };
  const person = { kind: 'person', id: 'p1', name: 'Ana Lopez' } as const;

  test.each([
    ['Ana Lopez', { ...nobody, subject: person, resource_name: 'ana@acme.test' }],
    ['ana@acme.test', { ...nobody, subject: { ...person, name: '' }, resource_name: 'ana@acme.test' }],
    ['ana@acme.test', { ...nobody, resource_name: 'ana@acme.test' }],
    ['Unnamed', { ...nobody, resource_name: '' }],
    ['Unnamed', { ...nobody, resource_name: '  ' }],
    ['Unnamed', { ...nobody, subject: { ...person, name: '' }, resource_name: ' ' }],
    ['No longer here', { ...nobody, resource_id: 'p1' }],
    ['No one in particular', nobody],
  ])('%s', (name, entry) => {
    expect(subjectOf(entry)).toBe(name);
  });
});

describe('the reason for a refusal', () => {
  const refused = (explanation: string | null, status = 409) => ({ status, scim_type: null, explanation });

  test('is one sentence if the remedy explains the rest', () => {
    const full = refused('Every contracted seat of the workspace is taken. Deactivate somebody, then try again.');
    expect(causeOf(full)).toBe('Every contracted seat of the workspace is taken.');
    expect(remedyOf(full)).toContain('Deactivate someone');
    const stranger = refused('members: this connection has no user with the id "…". Provision the user first.', 400);
    expect(causeOf(stranger)).toBe('members: this connection has no user with the id "…".');
  });

  test('is the original text if there is no known remedy', () => {
    const said = 'This connection has no such user. It may have been deleted.';
    expect(causeOf(refused(said, 404))).toBe(said);
    expect(causeOf(refused(null, 404))).toBe('Refused with 404');
    expect(causeOf(refused('', 500))).toBe('Refused with 500');
  });
});
