// An applied migration: a row of `schema_migrations`.
export interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
  /** The oldest migration level that a release must have to serve this database; 0 for any release. */
  readonly serves_from: number;
}
