// A migration that a database has: a row of `schema_migrations`.
export interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
  /** The newest migration that a release must know to serve the database; 0: every release serves it. */
  readonly serves_from: number;
}
