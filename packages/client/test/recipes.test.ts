// Runs each of the README's recipes as a separate program with a service, and checks it as TypeScript.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { type World, world } from '../../../test/support/world.ts';
import { connect } from '../src/client.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const recipes = [...README.matchAll(/^## (\d+\. .+?)$[\s\S]*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title, code]) => [title ?? '', code ?? ''] as const,
);

mkdirSync('.cache', { recursive: true });
const folder = temporaryFolder('recipes', resolve('.cache'));
let service: World;
beforeAll(async () => {
  service = await world();
  const team = await service.team();
  vi.stubEnv('CAIRN_URL', service.address);
  vi.stubEnv('CAIRN_API_KEY', team.publisher.key);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

test('finds ten recipes', () => {
  expect(recipes.map(([title]) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test.each(recipes)('recipe %s works with the service', async (title, code) => {
  const lines: unknown[][] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...line) => void lines.push(line));
  try {
    const file = join(folder, `${Number.parseInt(title, 10)}.ts`);
    writeFileSync(file, code);
    await import(pathToFileURL(file).href);
  } finally {
    log.mockRestore();
  }
  // Recipe 4 may find no live trails; recipes 2, 5, 8 and 10 print nothing on success.
  if (/^(1|3|7|9)\./.test(title)) expect(lines.length).toBeGreaterThan(0);
});

test('covers every client method in the README', () => {
  const cairn = connect({ url: 'https://cairn.test', credential: 'svc_api_x' });
  const { trails, assets } = cairn;
  const namesOf = (parts: object): string[] =>
    Object.entries(parts).flatMap(([part, of]) => Object.keys(of).map((name) => `${part}.${name}`));
  const names = namesOf({
    cairn,
    trails,
    assets,
    versions: trails.versions,
    revisions: trails.revisions,
    grants: trails.grants,
  });
  expect(names.filter((name) => !README.includes(name))).toEqual([]);
});

test('contains recipes that compile', async () => {
  for (const [title, code] of recipes) writeFileSync(join(folder, `${Number.parseInt(title, 10)}.ts`), code);
  const config = { extends: resolve('tsconfig.json'), include: [`${folder}/*.ts`] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = resolve('node_modules/typescript-7/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--noEmit']).catch(
    (thrown: { stdout: string }) => thrown,
  );
  expect(stdout).toBe('');
});
