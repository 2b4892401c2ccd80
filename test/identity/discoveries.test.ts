import type { ServerMetadata } from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDiscoveries, type ProviderDiscoveries } from '../../src/identity/discoveries.ts';
import { visitorBudget } from '../../src/identity/visitor-budget.ts';
import { type TestClock, testClock } from '../support/test-clock.ts';

const ISSUER = 'https://idp.test';
const SAID = { issuer: ISSUER } as ServerMetadata;

let clock: TestClock;
let discoveries: ProviderDiscoveries;
let asked = 0;
beforeEach(() => {
  clock = testClock();
  discoveries = openDiscoveries(clock, visitorBudget(clock).requests);
  asked = 0;
});

const answering = async (): Promise<ServerMetadata> => {
  asked += 1;
  return SAID;
};
const failing = async (): Promise<ServerMetadata> => {
  asked += 1;
  throw new Error('away');
};

describe('a discovery', () => {
  it('is shared by everyone who asks while it is running, and cached for ten minutes', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => discoveries.find(ISSUER, answering)));
    expect([new Set(found).size, asked]).toEqual([1, 1]);
    clock.advance(599_999);
    await discoveries.find(ISSUER, answering);
    expect(asked).toBe(1);
    clock.advance(1);
    await discoveries.find(ISSUER, answering);
    expect(asked).toBe(2);
  });

  it('is not repeated for ten seconds after it failed', async () => {
    for (let count = 0; count < 3; count += 1) await expect(discoveries.find(ISSUER, failing)).rejects.toThrow('away');
    expect(asked).toBe(1);
    clock.advance(10_000);
    expect(await discoveries.find(ISSUER, answering)).toBe(SAID);
  });

  it('applies to one issuer, and can be renewed', async () => {
    await discoveries.find(ISSUER, answering);
    await discoveries.find('https://other.test', answering);
    await discoveries.renew(ISSUER, answering);
    expect(asked).toBe(3);
    await expect(discoveries.renew(ISSUER, failing)).rejects.toThrow('away');
    expect(await discoveries.find(ISSUER, failing)).toBe(SAID);
  });
});
