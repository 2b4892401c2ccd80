// Runs a TypeScript file on a Node that cannot strip types: bundles it with Vite and imports the bundle.
// Usage: node scripts/run-ts.mjs bench/judge/main.ts --json
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error('Name the TypeScript file to run, e.g. node scripts/run-ts.mjs bench/judge/main.ts');
  process.exit(2);
}
// Two levels below the root, like compiled files, so that relative addresses in modules resolve in the same way.
const floor = resolve('node_modules');
await mkdir(floor, { recursive: true });
const folder = await mkdtemp(join(floor, '.run-ts-'));
// Runs even if the program calls `process.exit`.
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await build({
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions: ['cairn-source'] },
  ssr: { resolve: { conditions: ['cairn-source', 'node'] } },
  build: {
    ssr: resolve(entry),
    outDir: folder,
    minify: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.mjs' } },
  },
});
process.argv = [process.argv[0], resolve(entry), ...rest];
await import(pathToFileURL(join(folder, 'main.mjs')).href);
