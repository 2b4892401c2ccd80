// The id of a request: the caller's, where it is well-formed, else a new one (Decision 7).
import { randomBytes } from 'node:crypto';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;
/** Digits that an id takes of what was drawn: all but those of its time, its version and its variant. */
const ID_DIGITS = 19;
const DRAWN_AT_ONCE = 256;
/** A digit whose first two bits are those of the variant (RFC 9562, section 4.1). */
const VARIANTS = '89ab';

/** Answers the id of each request, given its Request-Id header. A new one is a UUID of version 7. */
export function requestIds(): (inbound: string | string[] | undefined) => string {
  const begin = timePrefixes();
  let drawn = '';
  let used = 0;
  const fresh = (): string => {
    if (used === drawn.length) {
      // Two digits a byte, so as many ids as bytes of one id are drawn for twice.
      drawn = randomBytes((DRAWN_AT_ONCE * ID_DIGITS) / 2).toString('hex');
      used = 0;
    }
    const at = used;
    used += ID_DIGITS;
    const digits = (from: number, to: number): string => drawn.slice(at + from, at + to);
    const variant = VARIANTS[Number.parseInt(drawn.charAt(at), 16) & 3];
    return `${begin()}${digits(1, 4)}-${variant}${digits(4, 7)}-${digits(7, ID_DIGITS)}`;
  };
  return (inbound) => (typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : fresh());
}

/** How an id of this millisecond begins, up to its version. */
function timePrefixes(): () => string {
  let [at, prefix] = [-1, ''];
  return () => {
    const now = Date.now();
    if (now === at) return prefix;
    const digits = now.toString(16).padStart(12, '0');
    [at, prefix] = [now, `${digits.slice(0, 8)}-${digits.slice(8)}-7`];
    return prefix;
  };
}
