// Reads operations that are not in any OpenAPI document from the route tables in src/doors.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TableLine {
  /** Below src/doors. */
  readonly file: string;
  readonly method: string;
  /** The path as in the table: below the door's prefix, with `:name` parameters. */
  readonly path: string;
}

/** Every line of every table. */
export const tableLines = (): TableLine[] =>
  readdirSync('src/doors', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-routes.ts') || file === 'v1/v1.ts')
    .flatMap((file) =>
      [...readFileSync(join('src/doors', file), 'utf8').matchAll(LINE)].map(([, method = '', path = '']) => ({
        file,
        method,
        path: path === '/' ? '' : path,
      })),
    );

const LINE = /'(GET|POST|PUT|PATCH|DELETE) (\/[^']*)':/g;
