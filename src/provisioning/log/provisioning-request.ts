// Shapes of the provisioning log.
import { type Static, Type } from '@sinclair/typebox';

export const Text = Type.Union([Type.String(), Type.Null()]);

/** A logged request. */
export const ProvisioningEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    token_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    request_id: Type.String(),
    resource: Type.String({
      description: '`User`, `Group`, the name of a discovery endpoint, or an unknown path.',
    }),
    resource_id: Text,
    resource_name: Type.Union([Type.String(), Type.Null()], {
      description: 'The name that the identity provider uses.',
    }),
    subject: Type.Union(
      [
        Type.Object(
          {
            kind: Type.Union([Type.Literal('person'), Type.Literal('group')]),
            id: Type.String({ format: 'uuid' }),
            name: Type.String(),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The member or group in Cairn; null if it does not exist or no longer exists.' },
    ),
    operation: Type.String({
      description: 'The operation, e.g. `create`, `update`, `search`; the HTTP method if the path does not support it.',
    }),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('failed')]),
    status: Type.Integer(),
    scim_type: Text,
    explanation: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused, and how to fix it.' }),
    warnings: Type.Array(Type.String(), { description: 'What was applied only in part or differently than sent.' }),
    repeated: Type.Array(Type.String(), {
      description: 'Attributes whose values were sent before and have no visible effect.',
    }),
    duration_ms: Type.Number(),
    request: Type.Unknown({ description: 'The request, with secrets and personal values masked.' }),
  },
  { $id: 'ProvisioningEntry', additionalProperties: false },
);

export type ProvisioningEntry = Static<typeof ProvisioningEntry>;

/** An unmasked request to log; this room masks it. The name is not stored, because admins see the subject. */
export interface ProvisioningRequest extends Omit<ProvisioningEntry, 'id' | 'subject' | 'repeated'> {
  readonly team_id: string;
  readonly connection_id: string;
  /** True if the log keeps the content of the change. */
  readonly keeps_content?: boolean;
  /** A mark for each attribute whose value the response lacks. */
  readonly unshown?: Marks | null;
}

/** Attributes, each with a mark of the value that was sent. */
export type Marks = Readonly<Record<string, string>>;

export interface ProvisioningFilter {
  /** Only the entry with this id. */
  readonly id?: string;
  readonly outcome?: 'ok' | 'refused' | 'failed';
  readonly resource?: string;
  readonly operation?: string;
  readonly resource_id?: string;
  readonly request_id?: string;
  /** Part of the name, the explanation or the request id, ignoring case. */
  readonly q?: string;
  /** Only entries newer than this one. */
  readonly newer_than?: string;
  /** RFC 3339; `from` is inclusive, `until` exclusive. */
  readonly from?: string;
  readonly until?: string;
}

/** The outcomes of a connection's requests per hour or day, and the reasons for refusals. */
export const ProvisioningSummary = Type.Object(
  {
    points: Type.Array(
      Type.Object(
        {
          at: Type.String({ format: 'date-time', description: 'The start of the hour or day (UTC).' }),
          ok: Type.Integer(),
          refused: Type.Integer(),
          failed: Type.Integer(),
        },
        { additionalProperties: false },
      ),
      { description: 'Oldest first. Hours or days without requests are left out.' },
    ),
    causes: Type.Array(
      Type.Object(
        {
          status: Type.Integer(),
          scim_type: Text,
          explanation: Type.String({ description: 'With … in place of details that differ between requests.' }),
          count: Type.Integer(),
          last_at: Type.String({ format: 'date-time' }),
        },
        { additionalProperties: false },
      ),
      { description: 'The 20 most frequent causes.' },
    ),
    repeated: Type.Array(
      Type.Object(
        {
          resource: Type.String(),
          attribute: Type.String(),
          resources: Type.Integer({ description: 'The number of users or groups.' }),
          count: Type.Integer(),
          last_at: Type.String({ format: 'date-time' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Up to 20 attributes that the provider sends again and again without a visible effect.' },
    ),
  },
  { $id: 'ProvisioningSummary', additionalProperties: false },
);
export type ProvisioningSummary = Static<typeof ProvisioningSummary>;
