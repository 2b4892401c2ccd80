// The package as installed: its size, its manifest, and its types for compilers.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const PACKAGE = resolve('packages/client');
const folder = temporaryFolder('client');

execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-b', PACKAGE]);

test('has no dependencies and is below 12 kB (gzip), bundled for a browser', async () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  const outDir = join(folder, 'bundle');
  const lib = { entry: join(PACKAGE, 'dist/client.js'), formats: ['es' as const], fileName: 'client' };
  await build({ configFile: false, logLevel: 'silent', publicDir: false, build: { lib, outDir, minify: false } });
  const files = readdirSync(outDir);
  expect(files).toHaveLength(1);
  const code = readFileSync(join(outDir, files[0] ?? ''));
  expect(code.toString()).not.toMatch(/require\(|from ['"]node:/);
  expect(gzipSync(code).length).toBeLessThan(12_000);
});

test('passes publint', async () => {
  const { messages } = await publint({ pkgDir: PACKAGE, pack: 'npm', strict: true });
  expect(messages).toEqual([]);
});

test('exposes its types to compilers as an ES module package', async () => {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  const tarball = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''));
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  expect(checked.types).not.toBe(false);
  const problems = 'problems' in checked ? checked.problems : [];
  // CommonJS programs import it with `import()`, like every ESM-only package.
  expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});
