// Browsers in which people have signed in with their passwords before. Each keeps a cookie that only the service can
// write, so guesses of strangers never lock out a browser that its person uses. The cookie opens nothing: it only saves
// the browser from waiting behind strangers.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../base/clock.ts';
import type { Secrets } from '../base/secrets.ts';

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

/** `secrets` is called when it is needed: they may be known only once the database is open. */
export function knownDevices(secrets: () => Secrets): KnownDevices {
  const markOf = (secret: string, id: string, accountId: string): string => signed(secret, `${id} ${accountId}`);
  const marksOf = (id: string, accountId: string): string[] => secrets().map((each) => markOf(each, id, accountId));
  return {
    read(value = '') {
      const [id = '', signature = '', ...marks] = value.split('.');
      const isOurs = secrets().some((each) => isSame(signature, signed(each, id)));
      return isOurs ? { id, marks: marks.slice(0, MAX_ACCOUNTS) } : undefined;
    },
    isKnown: ({ id, marks }, accountId) =>
      marksOf(id, accountId).some((own) => marks.some((mark) => isSame(mark, own))),
    remember(device, accountId) {
      const { id, marks } = device ?? { id: randomBytes(ID_BYTES).toString('base64url'), marks: [] };
      const [current] = secrets();
      const own = marksOf(id, accountId);
      const others = marks.filter((mark) => !own.includes(mark));
      return [id, signed(current, id), markOf(current, id, accountId), ...others].slice(0, 2 + MAX_ACCOUNTS).join('.');
    },
  };
}

// An account id holds no space, so the texts of devices and of marks differ.
const signed = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`device ${text}`).digest('base64url');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
