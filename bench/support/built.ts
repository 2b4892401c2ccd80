// Loads the built service for benches that run it in their own process. A bundle would not find the migrations.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A module of `dist/` by its path in that folder. Name its type: `built<typeof
 * import('../../src/start/app.ts')>('start/app.js')`.
 */
export const built = async <Module>(path: string): Promise<Module> =>
  (await import(/* @vite-ignore */ pathToFileURL(resolve('dist', path)).href)) as Module;
