// Converts PostgreSQL values in the same way for both storages, without losing precision or parsing twice.
import pg from 'pg';

const { builtins } = pg.types;

/**
 * `2026-11-20 21:16:41.12+00` (session time zone UTC) becomes `2026-11-20T21:16:41.120000Z`. Fractions always have six
 * digits, so that the texts sort by time.
 */
const timestamp = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(6, '0')}Z`;
const asIs = (text: string): string => text;

/** `json` stays text, so that stored documents are returned byte for byte. `jsonb` is parsed. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return Number;
    if (oid === builtins.TIMESTAMPTZ) return timestamp;
    if (oid === builtins.JSON) return asIs;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
