// An image of a guide, from the Cairn that the catalog is read from.
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../../base/refusal.ts';
import { bodyWithin } from '../bounded-body.ts';
import { codeOf } from '../remote.ts';
import { type RemoteImage, sha256Of } from './image-links.ts';

/** `absent`: this Cairn has no such image, and will have none. `failed`: it may be had later. Both say why. */
export type Download = { readonly bytes: Uint8Array } | { readonly absent: string } | { readonly failed: string };

const TRIES = 2;
const AGAIN_MS = 1_000;
const TRY_MS = 30_000;
/** More than any image that Cairn takes. */
const MOST_BYTES = 33_554_432;

/** Tries once more where it fails. The bytes are those that the address names: it is their digest. */
export async function downloadImage(url: string, image: RemoteImage): Promise<Download> {
  for (let left = TRIES; ; left -= 1) {
    const download = await downloadOnce(url, image);
    if (!('failed' in download) || left === 1) return download;
    await pause(AGAIN_MS);
  }
}

async function downloadOnce(url: string, { path, sha256 }: RemoteImage): Promise<Download> {
  const address = `${url}/assets/${sha256}${path.slice(path.lastIndexOf('.'))}`;
  const signal = AbortSignal.timeout(TRY_MS);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    if (answer.status === 429 || answer.status >= 500) return { failed: `${address} answered ${answer.status}` };
    if (!answer.ok) return { absent: `${address} answered ${answer.status}` };
    const bytes = await bodyWithin(answer, MOST_BYTES);
    return sha256Of(bytes) === sha256 ? { bytes } : { absent: `${address} answered another content` };
  } catch (thrown) {
    if (isRefusal(thrown)) return { absent: `${address} answered more than any image has` };
    if (signal.aborted) return { failed: `${address} did not answer in time` };
    return { failed: `${address} was not reached, or its answer broke off${codeOf(thrown)}` };
  }
}
