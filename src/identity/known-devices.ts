// Browsers in which people have signed in with their passwords before. Each keeps a cookie that only the service can
// write, so guesses of strangers never lock out a browser that its person uses. The cookie opens nothing: it only saves
// the browser from waiting behind strangers.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../base/clock.ts';

/** Renewed with each sign-in. */
export const KNOWN_DEVICE_MS = 365 * DAY_MS;

export interface Device {
  readonly id: string;
  /** One mark for each account that has signed in there, the latest first. */
  readonly marks: readonly string[];
}

export interface KnownDevices {
  /** The device of the cookie's value; undefined unless the service wrote it. */
  read(value: string | undefined): Device | undefined;
  /** Whether the person has signed in there. */
  isKnown(device: Device, accountId: string): boolean;
  /** The cookie's value once the person has signed in there. `device` is what the browser sent, if anything. */
  remember(device: Device | undefined, accountId: string): string;
}

/** People who share a browser; a fifth one takes the place of the first. */
const MAX_ACCOUNTS = 4;
const ID_BYTES = 16;

/** `secret` is called when it is needed: it may be known only once the database is open. */
export function knownDevices(secret: () => string): KnownDevices {
  // An account id holds no space, so the two texts differ.
  const sign = (text: string): string => createHmac('sha256', secret()).update(`device ${text}`).digest('base64url');
  const markOf = (id: string, accountId: string): string => sign(`${id} ${accountId}`);
  return {
    read(value = '') {
      const [id = '', signature = '', ...marks] = value.split('.');
      return isSame(signature, sign(id)) ? { id, marks: marks.slice(0, MAX_ACCOUNTS) } : undefined;
    },
    isKnown: ({ id, marks }, accountId) => marks.some((mark) => isSame(mark, markOf(id, accountId))),
    remember(device, accountId) {
      const { id, marks } = device ?? { id: randomBytes(ID_BYTES).toString('base64url'), marks: [] };
      const own = markOf(id, accountId);
      const others = marks.filter((mark) => mark !== own);
      return [id, sign(id), own, ...others].slice(0, 2 + MAX_ACCOUNTS).join('.');
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
