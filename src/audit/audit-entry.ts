// An entry of the audit log as it is read, and what a reading is filtered by.
import { type Static, Type } from '@sinclair/typebox';

export const Members = Type.Record(Type.String(), Type.Unknown());

/** One entry as it is read. `before` and `after` hold only what differs; null where there is nothing to compare. */
export const AuditEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    kind: Type.String({ description: 'Dotted, e.g. `team.group.linked`.' }),
    actor: Type.Object({
      kind: Type.Union([
        Type.Literal('person'),
        Type.Literal('connection'),
        Type.Literal('credential'),
        Type.Literal('system'),
      ]),
      id: Type.Union([Type.String(), Type.Null()]),
      name: Type.String(),
      token_id: Type.Optional(Type.String()),
      address: Type.Optional(Type.String({ description: 'Where the request came from.' })),
      credential: Type.Optional(
        Type.Object(
          { kind: Type.Union([Type.Literal('api_key'), Type.Literal('oauth')]), name: Type.String() },
          { description: 'The API key or the token of an app that a person acted with, where entries are listed.' },
        ),
      ),
      device: Type.Optional(Type.String({ description: 'What the browser or program calls itself.' })),
    }),
    subject: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
    before: Type.Union([Members, Type.Null()]),
    after: Type.Union([Members, Type.Null()]),
    request_id: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'AuditEntry', additionalProperties: false },
);

export type AuditEntry = Static<typeof AuditEntry>;

/**
 * Which entries: a kind or the stem of several, who acted, on what, and when (`from` included, `until` not; RFC 3339).
 */
export interface AuditFilter {
  /** Only that entry. */
  readonly id?: string;
  readonly kind?: string;
  readonly actor_id?: string;
  readonly subject_id?: string;
  /** Who acted or was acted on. */
  readonly person_id?: string;
  /** Beside `person_id`: the credentials by which that person acted. */
  readonly credential_ids?: readonly string[];
  /** A part of the names of who acted and of what was acted on, or of what differs, in any case. */
  readonly q?: string;
  readonly from?: string;
  readonly until?: string;
}
