// An email without a type counts as the work email (contract 2.8). Some identity providers create users without types
// and update `emails[type eq "work"]` later.
import type { Filter } from '@cairn/scim-protocol/filter';
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';

/** The user whose untyped email has the type `work`, if a step selects the work email and there is none. */
export function withWorkEmail(user: JsonObject, steps: readonly PatchStep[]): JsonObject {
  if (!Array.isArray(user.emails) || !steps.some(selectsWork)) return user;
  const emails = user.emails.filter(isJsonObject);
  if (emails.some(({ type }) => isWork(type))) return user;
  const untyped = emails.filter(({ type }) => type === undefined || type === null || type === '');
  const meant = untyped.find(({ primary }) => primary === true) ?? untyped[0];
  return { ...user, emails: user.emails.map((each) => (each === meant ? { ...meant, type: 'work' } : each)) };
}

function selectsWork({ path }: PatchStep): boolean {
  if (path.kind !== 'attribute' || path.where === undefined) return false;
  return path.target.extension === undefined && path.target.attribute.name === 'emails' && namesWork(path.where);
}

const namesWork = (filter: Filter): boolean =>
  'terms' in filter
    ? filter.terms.some(namesWork)
    : filter.kind === 'compare' &&
      filter.operator === 'eq' &&
      filter.target.sub?.name === 'type' &&
      typeof filter.value === 'string' &&
      isWork(filter.value);

const isWork = (type: JsonValue | undefined): boolean => typeof type === 'string' && type.toLowerCase() === 'work';
