// Builds the documentation site into dist/docs/public, where the service finds it with Eleventy.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, filesBelow } from './built-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
await buildFolder({
  output: join(root, 'dist/docs/public'),
  sources: [
    ...['site', 'docs'].flatMap((folder) => filesBelow(join(root, folder))),
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...['packages/client/README.md', 'console/public/console/mark.svg', 'package-lock.json'],
    ...['scripts/build-docs.mjs', 'scripts/built-folder.mjs'],
  ].map((file) => (file.startsWith('/') ? file : join(root, file))),
  async build(folder) {
    const { default: Eleventy } = await import('@11ty/eleventy');
    await new Eleventy('site', folder, { configPath: 'site/eleventy.config.mjs', quietMode: true }).write();
  },
});
