// Secrets from files: `CAIRN_SECRET_FILE=/run/secrets/cairn` replaces the variable without `_FILE`. Docker,
// Kubernetes, systemd and vault agents deliver secrets as files.
import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

/** Variables that contain a secret, or a URL with a password. */
export const SECRET_VARIABLES = [
  ...['CAIRN_DATABASE_URL', 'CAIRN_DATABASE_READ_URL', 'CAIRN_REDIS_URL', 'CAIRN_EGRESS_PROXY', 'CAIRN_METRICS_TOKEN'],
  ...['CAIRN_SECRET', 'CAIRN_SECRET_PREVIOUS', 'CAIRN_JUDGE_KEY', 'CAIRN_OPERATOR_PASSWORD', 'CAIRN_API_KEY'],
];

/** The environment with the contents of those files, without the line break at their end. Adds errors to `faults`. */
export function withSecretFiles(env: Environment, faults: string[]): Environment {
  const read = { ...env };
  for (const name of SECRET_VARIABLES) {
    const file = `${name}_FILE`;
    const path = env[file]?.trim();
    delete read[file];
    if (path === undefined || path === '') continue;
    if (env[name]) faults.push(`${name} and ${file} are both set. Remove one of them.`);
    else read[name] = secretIn(path, file, faults);
  }
  return read;
}

function secretIn(path: string, file: string, faults: string[]): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (secret.trim() === '') faults.push(`${file}: ${path} is empty.`);
    return secret;
  } catch (thrown) {
    faults.push(`${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}.`);
    return '';
  }
}
