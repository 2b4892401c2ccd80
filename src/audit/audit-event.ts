// The shape of an audit event.

/** The origin of a request. */
export interface Origin {
  readonly address: string;
  /** The User-Agent header, truncated to 300 characters. */
  readonly device: string;
}

/**
 * The actor: a person, an identity provider's connection (with its token), an API credential, or the service itself.
 */
export interface Actor extends Partial<Origin> {
  readonly kind: 'person' | 'connection' | 'credential' | 'system';
  readonly id: string | null;
  readonly name: string;
  readonly token_id?: string;
}

/** The subject of the action, with its id and the name it had at the time. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/**
 * An event. `kind` is dotted, e.g. `team.group.linked` (contract 6). `team_id` is the service-wide catalog's id for
 * events of the service itself.
 */
export interface AuditEvent {
  readonly team_id: string;
  readonly kind: string;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly request_id?: string;
}
