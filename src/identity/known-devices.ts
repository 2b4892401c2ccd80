// Browsers in which people have signed in with their passwords. Each has a cookie that only the service can create, so
// strangers who guess passwords never lock out the person's own browser. The cookie grants no access. It only saves the
// browser from waiting behind strangers.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../base/clock.ts';
import type { Secrets } from '../base/secrets.ts';

/** The lifetime restarts with each sign-in. */
export const KNOWN_DEVICE_MS = 365 * DAY_MS;

export interface Device {
  readonly id: string;
  /** One mark for each account that has signed in there, newest first. */
  readonly marks: readonly string[];
}

export interface KnownDevices {
  /** Reads a cookie value. Undefined unless the service created it. */
  read(value: string | undefined): Device | undefined;
  isKnown(device: Device, accountId: string): boolean;
  /** Returns the cookie value after the person has signed in. `device` is what the browser sent, if anything. */
  remember(device: Device | undefined, accountId: string): string;
}

/** Accounts per browser. A fifth one replaces the oldest. */
const MAX_ACCOUNTS = 4;
const ID_BYTES = 16;

/** `secrets` is a function because they may not be known until the database is open. */
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

// Account ids contain no spaces, so a device's text never equals a mark's text.
const signed = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`device ${text}`).digest('base64url');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
