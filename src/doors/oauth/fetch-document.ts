// Fetches client documents (metadata, key sets) through egress, and tolerates common mistakes in them.
import type { Egress, EgressRequest } from '../../egress/egress-request.ts';
import { asClientMetadata } from './client-metadata.ts';
import type { DocumentReach, MetadataDocuments } from './metadata-documents.ts';

const JSON_TYPE = /[/+]json\b/;
const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * A `fetch` for oidc-provider that fills in defaults of a client's metadata document. Looks for a pinned document
 * first.
 */
export const fetchDocument =
  (egress: Egress, { pinned }: MetadataDocuments, { noted }: Pick<DocumentReach, 'noted'>) =>
  async (url: string | URL, request: EgressRequest = {}): Promise<Response> => {
    const file = pinned.get(String(url));
    if (file !== undefined) return new Response(completed(file), { status: 200, headers: JSON_HEADERS });
    const { method, headers, body, signal } = request;
    const answer = await egress.fetch(url, { method, headers, body, signal }).catch(async (failure: unknown) => {
      await noted(String(url), failure);
      throw failure;
    });
    await noted(String(url), undefined);
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
