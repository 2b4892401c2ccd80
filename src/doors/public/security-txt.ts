// /.well-known/security.txt (RFC 9116): where to report a vulnerability of this installation.
import { type Clock, DAY_MS } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { type OpenEndpoint, operation, routes } from './open-door.ts';

export interface SecurityTxtDeps {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** URIs. If there are none, the file does not exist. */
  readonly securityContacts: readonly string[];
}

/** RFC 9116, section 2.5.5, recommends less than a year. The date is new in each response. */
const EXPIRES_AFTER_MS = 180 * DAY_MS;

const getSecurityTxtOperation = ({ baseUrl, clock, securityContacts }: SecurityTxtDeps) =>
  operation({
    id: 'getSecurityTxt',
    summary: 'Where to report a vulnerability',
    tag: 'System',
    idempotent: false,
    answers: { 200: { description: 'RFC 9116.', contentType: 'text/plain' } },
    refusals: ['not-found'],
    async handle() {
      if (securityContacts.length === 0) throw refuse('not-found', 'The operator has not named a contact.');
      const lines = [
        ...securityContacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${new Date(clock() + EXPIRES_AFTER_MS).toISOString().slice(0, 10)}T00:00:00Z`,
        'Preferred-Languages: en',
        `Canonical: ${baseUrl}/.well-known/security.txt`,
      ];
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
        body: { bytes: Buffer.from(`${lines.join('\n')}\n`) },
      };
    },
  });

export const securityTxt = (deps: SecurityTxtDeps): OpenEndpoint[] =>
  routes({ 'GET /.well-known/security.txt': getSecurityTxtOperation(deps) });
