// Reads the report of `npm audit --json` and fails if a dependency has an advisory of severity high or critical. A
// report without counts means that the registry could not be reached, which says nothing about the dependencies.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const report = parsed(readFileSync(file, 'utf8'));
const counts = report.metadata?.vulnerabilities;
if (counts === undefined) {
  console.log(`No advisories were checked: ${report.message ?? report.error?.summary ?? 'npm audit gave no report'}`);
  process.exit(0);
}
const severe = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
for (const { name, severity, range, via, fixAvailable } of severe) {
  const titles = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} (${each.url})`));
  const remedy = fixAvailable ? 'npm audit fix updates it.' : 'There is no fixed version yet.';
  console.error(`${severity}: ${name} ${range}: ${titles.join('; ')}. ${remedy}`);
}
const other = counts.total - severe.length;
console.log(`${severe.length} dependencies with severe advisories, ${other} with others.`);
process.exitCode = severe.length > 0 ? 1 : 0;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
