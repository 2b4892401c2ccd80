// A migration that a database has: a row of `schema_migrations`.
export interface Applied {
  readonly version: number;
  readonly checksum: string;
}
