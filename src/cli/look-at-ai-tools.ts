// Checks whether AI tools can sign in here. The service must either be able to fetch their metadata documents, or not
// offer that option.
import { acceptsDocument, WIDESPREAD } from '../doors/oauth/metadata-documents.ts';
import { openEgress } from '../egress/egress.ts';
import { egressFailureOf } from '../egress/egress-failure.ts';
import type { Config } from '../start/config.ts';
import type { Finding } from './finding.ts';

const CHECK = 'AI tools';

export async function lookAtAiTools(config: Config): Promise<Finding> {
  const { oauthDocuments: documents, oauthRegistration, egressAllow: allow, outbound, publicUrl } = config;
  const pinned = documents.pinned.size === 0 ? '' : `, ${documents.pinned.size} from files`;
  const fetched = WIDESPREAD.filter((url) => !documents.pinned.has(url) && acceptsDocument(documents, url));
  const egress = openEgress({ allow, outbound, publicUrl });
  const failed = (await Promise.all(fetched.map((url) => failureOf(egress.fetch(url))))).find(Boolean);
  await egress.close();
  const detail = `metadata documents ${documents.mode}${pinned}`;
  if (failed === undefined) return { check: CHECK, state: 'ok', detail };
  if (documents.mode === 'auto' && oauthRegistration)
    return { check: CHECK, state: 'ok', detail: `${detail}; ${OFFERED}` };
  const remedy = 'set CAIRN_OAUTH_METADATA_DOCUMENTS=auto, CAIRN_EGRESS_PROXY or CAIRN_OAUTH_DOCUMENTS_FOLDER';
  return { check: CHECK, state: 'warning', detail: `${detail}, but they cannot be fetched: ${failed}; ${remedy}` };
}

const OFFERED = 'they cannot be fetched from here, so tools register themselves instead';

const failureOf = (request: Promise<Response>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    (thrown: unknown) => egressFailureOf(thrown)?.reason ?? 'connection',
  );
