// Checks the formats of texts in both documents: addresses, URLs, timestamps and ids. Reads the copies, which
// openapi-snapshot.test.ts compares with the service.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inlined } from '../support/openapi.ts';

type Shape = Readonly<Record<string, unknown>>;
interface Text {
  /** The component or route, and the name, such as `TrailCareBody.owner_email`. */
  readonly place: string;
  readonly name: string;
  readonly description: string;
  readonly formats: readonly unknown[];
}

const documents = ['docs/openapi.snapshot.json', 'docs/manage/openapi.snapshot.json'].map((file) =>
  inlined(JSON.parse(readFileSync(file, 'utf8')) as { readonly paths: Shape; readonly components: Shape }),
);

/** A format, the names that require it, and words in a description that require it. */
const EXPECTED = [
  { format: 'idn-email', name: /(^|_)e?mail$/, words: /e-mail address/i },
  { format: 'uri', name: /(^|_)(url|uri|issuer)$/, words: /\bURL\b|https?:/ },
  { format: 'date-time', name: /(_at|^at|^from|^until|^timestamp)$/, words: /RFC 3339|date-time/ },
  { format: 'date', name: /(^|_)(day|date)$|^review_by$/, words: /\bISO 8601\b/ },
  { format: 'uuid', name: /(^|_)id$/, words: /\bUUID\b/i },
] as const;

/** Names that look like one of these but do not always contain one. */
const OTHER: Readonly<Record<string, readonly string[]>> = {
  'empty where the person has none': ['MeUser.email', 'UserGrant.email'],
  'as the line of the file has it, right or wrong': ['ImportRow.email'],
  'a part of a name or an address': [
    'findColleagues.q',
    'listMembers.q',
    'exportMembers.q',
    'countMembers.q',
    'listTrailAudience.q',
  ],
  'a name, and an address only where there is none': ['PersonRef.name'],
  'a text with addresses in it': ['ImportMembersBody.csv'],
  'a moment or a day': ['HandNeeded.at'],
  'not an address that can be requested, with a place to fill in': ['ApiMetadata.scim_base_url_template'],
  'an id of OAuth, of an identity provider or of S3, of any form': [
    ...['CredentialRef.id', 'CredentialRef.client_id', 'ConnectedApp.client_id', 'EndAppBody.client_id'],
    ...['SingleSignOnBody.client_id', 'SingleSignOnTestBody.client_id', 'SingleSignOnSettings.client_id'],
    ...['AppApprovalBody.client_id', 'AppPolicy.approved_apps.client_id', 'WebhookPayload.data.client_id'],
    'Change.data.client_id',
    ...['PersonRecord.external_id', 'S3Keys.access_key_id'],
  ],
  'the digest of a text': ['TrailSafety.findings.id'],
  'the id of a tool or of a prompt': ['Provider.id', 'TrailPrompt.id', 'TrailPromptInput.id'],
  'the id of a request, which the sender can choose': [
    ...['AuditEntry.request_id', 'ProvisioningEntry.request_id', 'listProvisioning.request_id'],
    ...['exportProvisioning.request_id', 'RequestAboutPerson.request_id', 'RehearsalBody.requests.bulk_id'],
  ],
  'what was acted on or who acted, of any kind': [
    ...['AuditEntry.actor.id', 'AuditEntry.actor.token_id', 'AuditEntry.subject.id', 'WebhookDelivery.subject_id'],
    ...['listAudit.actor_id', 'listAudit.subject_id', 'exportAudit.actor_id', 'exportAudit.subject_id'],
    ...['WebhookPayload.data.actor.id', 'WebhookPayload.data.subject.id'],
    ...['Change.data.actor.id', 'Change.data.subject.id', 'Rehearsal.lines.changes.subject.id'],
  ],
  'as the identity provider spells it': [
    ...['Rehearsal.lines.id', 'Rehearsal.lines.changes.subject.id', 'RehearsalBody.requests.bulk_id'],
  ],
  'as the request had it in its path': [
    ...['ProvisioningEntry.resource_id', 'listProvisioning.resource_id', 'exportProvisioning.resource_id'],
    'Rehearsal.lines.id',
  ],
};

test('declares the format of every address, URL, timestamp, day and id', () => {
  const excepted = new Set(Object.values(OTHER).flat());
  const bare = texts().filter(
    ({ formats, place }) => formats.every((one) => one === undefined) && !excepted.has(place),
  );
  const wanting = bare.flatMap(({ place, name, description }) =>
    EXPECTED.filter((one) => one.name.test(name) || one.words.test(description)).map(
      ({ format }) => `${place}: ${format}`,
    ),
  );
  expect(wanting).toEqual([]);
});

test('declares no format that contradicts a name', () => {
  const wrong = texts().flatMap(({ place, name, formats }) => {
    const wanted = EXPECTED.find((one) => one.name.test(name))?.format;
    return formats.some((one) => one !== undefined && wanted !== undefined && one !== wanted) ? [place] : [];
  });
  // Days of a chart, not timestamps.
  expect(wrong.filter((place) => !/\.(from|until)$/.test(place))).toEqual([]);
});

test('exempts only texts that have no format in the documents', () => {
  const bare = new Set(texts().flatMap(({ place, formats }) => (formats.includes(undefined) ? [place] : [])));
  const stale = Object.values(OTHER)
    .flat()
    .filter((place) => !bare.has(place));
  expect(stale).toEqual([]);
});

test('declares the content of every successful response, or that there is none', () => {
  const bodiless = operations().flatMap(({ id, operation }) =>
    Object.entries(operation.responses as Readonly<Record<string, Shape>>)
      .filter(([status, response]) => /^2/.test(status) && status !== '204' && response.content === undefined)
      .map(([status]) => `${id} ${status}`),
  );
  expect(bodiless).toEqual(['resendWebhookDelivery 202']);
});

function operations(): { readonly id: string; readonly operation: Shape }[] {
  return documents
    .flatMap(({ paths }) => Object.values(paths) as Readonly<Record<string, Shape>>[])
    .flatMap((methods) => Object.values(methods))
    .map((operation) => ({ id: String(operation.operationId), operation }));
}

/** Every named text: properties at any depth, and parameters of routes. Headers have other forms. */
function texts(): Text[] {
  const found: Text[] = [];
  for (const { components } of documents) {
    for (const [name, shape] of Object.entries(components.schemas as Readonly<Record<string, Shape>>))
      collect(shape, name, found);
  }
  for (const { id, operation } of operations()) {
    for (const parameter of (operation.parameters ?? []) as readonly Shape[]) {
      if (parameter.in === 'header') continue;
      note({ ...(parameter.schema as Shape), description: parameter.description }, String(parameter.name), id, found);
    }
    collect(operation.requestBody, id, found);
    collect(operation.responses, id, found);
  }
  return found;
}

function collect(value: unknown, place: string, found: Text[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, place, found);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example') continue;
    if (key !== 'properties') collect(member, place, found);
    else for (const [name, shape] of Object.entries(member as Shape)) note(shape as Shape, name, place, found);
  }
}

/** Records a property or parameter if it is a text, and its nested properties. */
function note(shape: Shape, name: string, owner: string, found: Text[]): void {
  const place = `${owner}.${name}`;
  const variants = (((shape.oneOf ?? shape.anyOf) as readonly Shape[] | undefined) ?? [shape]).filter(isFreeText);
  if (variants.length > 0)
    found.push({
      place,
      name,
      description: String(shape.description ?? ''),
      // A URL as a person types it.
      formats: variants.map(({ format }) => (format === 'iri' ? 'uri' : format)),
    });
  collect(shape, place, found);
}

const isFreeText = ({ type, enum: values, const: value, contentMediaType }: Shape): boolean =>
  [type].flat().includes('string') && values === undefined && value === undefined && contentMediaType === undefined;
