// Downloads an image of a guide from the catalog's server.
import { setTimeout as pause } from 'node:timers/promises';
import { findImageKind } from '../../assets/image-kind.ts';
import { isRefusal } from '../../base/refusal.ts';
import { bodyWithin } from '../bounded-body.ts';
import { codeOf } from '../remote.ts';
import type { RemoteImage } from './image-links.ts';

/** `absent`: the server does not have the image. `failed`: a retry may succeed. Both contain the reason. */
export type Download = { readonly bytes: Uint8Array } | { readonly absent: string } | { readonly failed: string };

const TRIES = 2;
const AGAIN_MS = 1_000;
const TRY_MS = 30_000;
/** Larger than the service's limit for images. */
const MAX_BYTES = 33_554_432;

/** The server and a credential, which is needed because a workspace can keep its images private. */
export interface ImageServer {
  readonly url: string;
  readonly credential: string;
}

/** Retries once on failure. */
export async function downloadImage(server: ImageServer, image: RemoteImage): Promise<Download> {
  for (let left = TRIES; ; left -= 1) {
    const download = await downloadOnce(server, image);
    if (!('failed' in download) || left === 1) return download;
    await pause(AGAIN_MS);
  }
}

async function downloadOnce({ url, credential }: ImageServer, { key }: RemoteImage): Promise<Download> {
  const address = `${url}/assets/${key}`;
  const signal = AbortSignal.timeout(TRY_MS);
  try {
    const answer = await fetch(address, {
      redirect: 'manual',
      signal,
      headers: { Authorization: `Bearer ${credential}` },
    });
    if (answer.status === 429 || answer.status >= 500) return { failed: `${address} answered ${answer.status}` };
    if (!answer.ok) return { absent: `${address} answered ${answer.status}` };
    const bytes = await bodyWithin(answer, MAX_BYTES);
    // A proxy may respond with its own page.
    return findImageKind(bytes) === undefined
      ? { absent: `${address} answered with something other than an image` }
      : { bytes };
  } catch (thrown) {
    if (isRefusal(thrown)) return { absent: `${address} answered with more bytes than an image may have` };
    if (signal.aborted) return { failed: `${address} did not answer in time` };
    return { failed: `${address} could not be reached, or its answer broke off${codeOf(thrown)}` };
  }
}
