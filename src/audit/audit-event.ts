// An audit event: what happened, who did it, to whom.

/** Where the request of an act came from. */
export interface Origin {
  readonly address: string;
  /** The User-Agent header, cut to 300 characters. */
  readonly device: string;
}

/**
 * Who acted: a person, an identity provider's connection (with the token it used), an API credential, or the service
 * itself.
 */
export interface Actor extends Partial<Origin> {
  readonly kind: 'person' | 'connection' | 'credential' | 'system';
  readonly id: string | null;
  readonly name: string;
  readonly token_id?: string;
}

/** What was acted on, by its id and the name it bore then. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/**
 * One thing that happened. `kind` is dotted, e.g. `team.group.linked` (contract 6). `team_id` is the service-wide
 * catalog's id for what concerns the service.
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
