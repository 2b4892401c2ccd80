// Notices writes that never stick: the identity provider sends a value again, and the response still lacks it. Earlier
// requests are looked up in the log, so the detector needs no memory and works across processes.
import { createHash } from 'node:crypto';
import { canonicalText } from '@cairn/scim-protocol/json';
import type { IdentityProvider } from '../../directory/connections/connection.ts';
import type { Db } from '../../storage/database.ts';
import type { UnshownValue } from '../unshown-values.ts';
import { selectSentBefore } from './provisioning-log-store.ts';
import type { Marks, ProvisioningRequest } from './provisioning-request.ts';

const MARK_LENGTH = 12;

/** The values that a response lacks as marks, which reveal no personal data; null if there are none. */
export const marksOf = (unshown: readonly UnshownValue[]): Marks | null =>
  unshown.length === 0
    ? null
    : Object.fromEntries(unshown.map(({ attribute, value }) => [attribute.slice(0, MAX_NAME), markOf(value)]));

const MAX_NAME = 200;
const markOf = (value: UnshownValue['value']): string =>
  createHash('sha256').update(canonicalText(value)).digest('base64url').slice(0, MARK_LENGTH);

type Noticed<Request> = Request & { readonly repeated: readonly string[] };

/**
 * Adds to each request the attributes that were sent before without a visible effect, with a warning that says what to
 * change. Only connections with such values need a statement.
 */
export async function noticeRepeated<Request extends ProvisioningRequest>(
  db: Db,
  requests: readonly Request[],
): Promise<Noticed<Request>[]> {
  const doubtful = requests.filter(({ unshown, resource_id }) => unshown && resource_id !== null);
  const before = new Map<string, IdentityProvider>();
  for (const { team_id, connection_id } of new Map(doubtful.map((each) => [each.connection_id, each])).values()) {
    const values = doubtful.filter((each) => each.connection_id === connection_id).flatMap(valuesOf);
    for (const { provider, resource_id, attribute, mark } of await selectSentBefore(db, team_id, connection_id, values))
      before.set(keyOf(connection_id, resource_id, attribute, mark), provider);
  }
  return requests.map((request) => {
    const repeated = Object.entries(request.unshown ?? {}).flatMap(([attribute, mark]) => {
      const provider = before.get(keyOf(request.connection_id, request.resource_id, attribute, mark));
      return provider === undefined ? [] : [{ attribute, provider }];
    });
    const warnings = repeated.map(({ attribute, provider }) => adviceOf(attribute, provider));
    return {
      ...request,
      warnings: [...warnings, ...request.warnings],
      repeated: repeated.map(({ attribute }) => attribute),
    };
  });
}

const valuesOf = ({ resource_id, unshown }: ProvisioningRequest) =>
  Object.entries(unshown ?? {}).map(([attribute, mark]) => ({ resource_id: resource_id ?? '', attribute, mark }));

const keyOf = (...parts: readonly (string | null)[]): string => parts.join(' ');

/** What to change so that the provider stops sending the value. */
export function adviceOf(attribute: string, provider: IdentityProvider): string {
  const again = `${attribute}: the identity provider has sent this value before, and it still has no visible effect.`;
  if (attribute === 'members')
    return `${again} The group contains people or groups who are not assigned to the application. Assign them too.`;
  return `${again} ${attribute.startsWith('emails') ? EMAIL : ''}${PLACES[provider] ?? OTHER}`;
}

const EMAIL = 'Cairn shows one email address, the primary or first one. ';
const OTHER = 'Remove this attribute from the attribute mapping of the application, or map the value to another one.';
const PLACES: Partial<Record<IdentityProvider, string>> = {
  okta:
    'In Okta, open Provisioning, To App, Attribute Mappings. Delete the mapping for this attribute, or map the value ' +
    'to another one.',
  entra:
    'In Entra ID, open Provisioning, Mappings, Provision Microsoft Entra ID Users. Delete the row with this target ' +
    'attribute, or choose another target attribute.',
};
