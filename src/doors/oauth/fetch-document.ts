// Fetches client documents (metadata, key sets) through egress and tolerates common quirks of clients.
import type { Egress, EgressRequest } from '../../egress/egress-request.ts';
import { asClientMetadata } from './client-metadata.ts';

const JSON_TYPE = /[/+]json\b/;

/** A `fetch` for oidc-provider that fills in defaults of a client's metadata document. */
export const fetchDocument =
  (egress: Egress) =>
  async (url: string | URL, request: EgressRequest = {}): Promise<Response> => {
    const { method, headers, body, signal } = request;
    const answer = await egress.fetch(url, { method, headers, body, signal });
    if (answer.status !== 200 || !JSON_TYPE.test(answer.headers.get('content-type') ?? '')) return answer;
    const text = await answer.text();
    return new Response(completed(text), { status: 200, headers: answer.headers });
  };

function completed(text: string): string {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || !('client_id' in document)) return text;
    return JSON.stringify(asClientMetadata(document as Record<string, unknown>, 'none'));
  } catch {
    return text;
  }
}
