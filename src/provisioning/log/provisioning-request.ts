// What identity providers sent, as the log keeps it: shapes alone.
import { type Static, Type } from '@sinclair/typebox';

export const Text = Type.Union([Type.String(), Type.Null()]);

/** One request as it is read. */
export const ProvisioningEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    token_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    request_id: Type.String(),
    resource: Type.String({
      description: '`User`, `Group`, the name of a discovery endpoint, or the path that was asked for and is none.',
    }),
    resource_id: Text,
    resource_name: Type.Union([Type.String(), Type.Null()], { description: 'As the identity provider names it.' }),
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
      { description: 'The member or group that it is here; null where there is none, or none any more.' },
    ),
    operation: Type.String({
      description: 'What was asked for, e.g. `create`, `update`, `search`; the method where the path does not have it.',
    }),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('failed')]),
    status: Type.Integer(),
    scim_type: Text,
    explanation: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused, and what fixes it.' }),
    warnings: Type.Array(Type.String(), { description: 'What was applied in part, or not as it was sent.' }),
    duration_ms: Type.Number(),
    request: Type.Unknown({ description: 'What was sent, secrets and personal values masked.' }),
  },
  { $id: 'ProvisioningEntry', additionalProperties: false },
);

export type ProvisioningEntry = Static<typeof ProvisioningEntry>;

/** A request to be recorded, `request` as it came: it is masked here. Admins see whom it was about: the name is not. */
export interface ProvisioningRequest extends Omit<ProvisioningEntry, 'id' | 'subject'> {
  readonly team_id: string;
  readonly connection_id: string;
}

export interface ProvisioningFilter {
  /** Only that entry. */
  readonly id?: string;
  readonly outcome?: 'ok' | 'refused' | 'failed';
  readonly resource?: string;
  readonly operation?: string;
  readonly resource_id?: string;
  readonly request_id?: string;
  /** A part of the name, the explanation or the request's id, in any case. */
  readonly q?: string;
  /** Only entries that are newer than that one. */
  readonly newer_than?: string;
  /** RFC 3339; `from` included, `until` not. */
  readonly from?: string;
  readonly until?: string;
}

/** What a connection's requests came to over a time, by hour or day, and why they were refused. */
export const ProvisioningSummary = Type.Object(
  {
    points: Type.Array(
      Type.Object(
        {
          at: Type.String({ format: 'date-time', description: 'The beginning of the hour or day (UTC).' }),
          ok: Type.Integer(),
          refused: Type.Integer(),
          failed: Type.Integer(),
        },
        { additionalProperties: false },
      ),
      { description: 'Oldest first; what had no request is left out.' },
    ),
    causes: Type.Array(
      Type.Object(
        {
          status: Type.Integer(),
          scim_type: Text,
          explanation: Type.String({ description: 'With … for what differs between requests.' }),
          count: Type.Integer(),
          last_at: Type.String({ format: 'date-time' }),
        },
        { additionalProperties: false },
      ),
      { description: 'The twenty most frequent.' },
    ),
  },
  { $id: 'ProvisioningSummary', additionalProperties: false },
);
export type ProvisioningSummary = Static<typeof ProvisioningSummary>;
