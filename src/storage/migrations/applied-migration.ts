// A migration that a database has: a row of `schema_migrations` or of `schema_steps`.
export interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
  /** The newest migration that a release must know to serve beside it; null: only releases that know this one serve. */
  readonly serves_from: number | null;
}
