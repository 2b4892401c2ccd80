// A step of the self-test: a request as an identity provider sends it, and the response that it needs.
import type { JsonObject, JsonValue } from '@cairn/scim-protocol/json';
import { PATCH_OP_URN } from '@cairn/scim-protocol/urns';
import type { ScimRequest } from '../../provisioning/rehearsal/rehearsed-request.ts';

export interface Step {
  readonly title: string;
  readonly request: ScimRequest;
  readonly expect: Expectation;
  /** Ids of requirements (requirements.ts) for which the step is evidence. */
  readonly proves: readonly string[];
}

export interface Expectation {
  /** Members that the response must have, with these values. */
  readonly answer?: JsonObject;
  /** Members that the response must not have. */
  readonly without?: readonly string[];
  /** Kinds of entries in the audit log. */
  readonly changes?: readonly string[];
  readonly refused?: { readonly status: number; readonly scim_type: string | null };
}

export interface Dialect {
  readonly provider: string;
  readonly steps: readonly Step[];
}

export type Send = Pick<ScimRequest, 'method'> & {
  readonly path: string;
  readonly body?: JsonObject;
  readonly as?: string;
};

/** `path`: `Users/bulkId:ana?query`. */
export const step = (
  title: string,
  { method, path, body, as }: Send,
  expect: Expectation,
  ...proves: string[]
): Step => {
  const [target = '', query] = path.split('?');
  const [type, id] = target.split('/');
  const resource = type === 'Users' ? 'User' : 'Group';
  const known_as = as === undefined ? undefined : `bulkId:${as}`;
  return { title, request: { method, resource, id, query, body, known_as }, expect, proves };
};

export const patch = (path: string, ...Operations: JsonValue[]): Send => ({
  method: 'PATCH',
  path,
  body: { schemas: [PATCH_OP_URN], Operations },
});

export const search = (type: 'Users' | 'Groups', filter: string, more = ''): Send => ({
  method: 'GET',
  path: `${type}?filter=${encodeURIComponent(filter)}${more}`,
});

export const OFF = { active: false };
export const ON = { active: true };
export const ADDED = 'team.member.added';
export const DEACTIVATED = 'team.member.deactivated';
export const REACTIVATED = 'team.member.reactivated';
export const MEMBERS_CHANGED = 'team.group.members_changed';
export const NONE: Expectation = { answer: { totalResults: 0 } };
export const FOUND: Expectation = { answer: { totalResults: 1 } };
export const TAKEN: Expectation = { refused: { status: 409, scim_type: 'uniqueness' } };
export const GONE: Expectation = { refused: { status: 404, scim_type: null } };
