// Software bill of materials of a release: CycloneDX from the lock file (by npm), and a list of licenses.
// Usage: node scripts/sbom.mjs [folder]   (default: sbom)
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'sbom';
mkdirSync(folder, { recursive: true });
const bom = execFileSync('npm', ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 256 * 1_048_576,
  stdio: ['ignore', 'pipe', 'ignore'],
});
writeFileSync(join(folder, 'cairn.cdx.json'), bom);

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const lines = Object.entries(packages)
  .filter(([path, entry]) => path.startsWith('node_modules/') && entry.dev !== true && entry.link !== true)
  .map(
    ([path, entry]) =>
      `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${entry.version}: ${entry.license ?? 'not named'}`,
  );
const sorted = [...new Set(lines)].sort();
writeFileSync(join(folder, 'licences.txt'), `${sorted.join('\n')}\n`);
process.stdout.write(`${folder}/cairn.cdx.json, ${folder}/licences.txt: ${sorted.length} packages\n`);
