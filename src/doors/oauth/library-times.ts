// oidc-provider compares expiry times with the machine's clock. Stored times use the service's clock, which all
// processes share. They are converted when they are read.
import type { Payload } from 'oidc-provider';
import { type Clock, systemClock } from '../../base/clock.ts';

const TIMES = ['exp', 'iat', 'iiat'] as const;

/** How many seconds the service's clock is ahead of the machine's. */
const aheadOf = (clock: Clock): number => Math.round((clock() - systemClock()) / 1_000);

export const toStored = (payload: Payload, clock: Clock): Payload => moved(payload, aheadOf(clock));

export const fromStored = (payload: Payload, clock: Clock): Payload => moved(payload, -aheadOf(clock));

function moved(payload: Payload, seconds: number): Payload {
  if (seconds === 0) return payload;
  const times = TIMES.flatMap((name) => {
    const time = payload[name];
    return typeof time === 'number' ? [[name, time + seconds] as const] : [];
  });
  return { ...payload, ...Object.fromEntries(times) };
}
