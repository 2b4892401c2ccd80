// Runs a TypeScript file on a Node that strips no types: bundles it with Vite for the server and imports the bundle.
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
// Two floors below the root, as compiled files are: what a module finds beside itself by a relative address is there.
const floor = resolve('node_modules');
await mkdir(floor, { recursive: true });
const folder = await mkdtemp(join(floor, '.run-ts-'));
// Also where the program ends the process itself.
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
