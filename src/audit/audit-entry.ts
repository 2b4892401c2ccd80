// The shape of an audit log entry, and the filters for reading.
import { type Static, Type } from '@sinclair/typebox';

export const Members = Type.Record(Type.String(), Type.Unknown());

/** An entry. `before` and `after` contain only the differences; null if there is nothing to compare. */
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
      address: Type.Optional(Type.String({ description: 'The IP address of the request.' })),
      credential: Type.Optional(
        Type.Object(
          { kind: Type.Union([Type.Literal('api_key'), Type.Literal('oauth')]), name: Type.String() },
          { description: 'The API key or app token that the person used. Only in lists of entries.' },
        ),
      ),
      device: Type.Optional(Type.String({ description: 'The browser or program, from the User-Agent header.' })),
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
 * Filters: a kind (or a prefix that covers several), the actor, the subject, and the time (`from` inclusive, `until`
 * exclusive; RFC 3339).
 */
export interface AuditFilter {
  /** Only the entry with this id. */
  readonly id?: string;
  readonly kind?: string;
  readonly actor_id?: string;
  readonly subject_id?: string;
  /** The person who is the actor or the subject. */
  readonly person_id?: string;
  /** Together with `person_id`: the credentials used by that person. */
  readonly credential_ids?: readonly string[];
  /** Text that the actor's name, the subject's name or the differences must contain, ignoring case. */
  readonly q?: string;
  readonly from?: string;
  readonly until?: string;
}
