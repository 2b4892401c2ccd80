// The connection that checks whether a server is reachable. Closed at any moment, it leaves nothing open and opens
// nothing more.
import { expect, test } from 'vitest';
import type { ServerClient } from '../../src/storage/server/server-client.ts';
import { serverProbe } from '../../src/storage/server/server-probe.ts';

type Step = 'connect' | 'query';

/** Probes two servers. Their connections do not respond at the step `silent` until they are dropped. */
function probed(silent: Step | undefined) {
  const dropped: boolean[] = [];
  const at = { connect: signal(), query: signal() };
  function signal(): Promise<void> & { readonly pass: () => void } {
    let pass = (): void => {};
    const passed = new Promise<void>((done) => {
      pass = done;
    });
    return Object.assign(passed, { pass });
  }
  const open = (): ServerClient => {
    const place = dropped.push(false) - 1;
    let end = (): void => {};
    const ended = new Promise<never>((_, fail) => {
      end = () => fail(new Error('the connection ended'));
    });
    ended.catch(() => undefined);
    const step = async (name: Step): Promise<void> => {
      at[name].pass();
      if (name === silent) await ended;
    };
    const client = {
      drop() {
        dropped[place] = true;
        end();
      },
      connect: () => step('connect'),
      query: async () => {
        await step('query');
        return { rows: [{ read_only: false }] };
      },
    };
    return client as unknown as ServerClient;
  };
  const deps = { open, servers: 2, inTurn: () => 0, passOn: () => {}, onSilence: () => () => {}, tellsPosition: false };
  return { probe: serverProbe(deps), dropped, at };
}

test.each(['connect', 'query'] as const)('drops the connection if closed while it waits for the %s', async (step) => {
  const { probe, dropped, at } = probed(step);
  const asked = probe.ask();
  await at[step];
  probe.close();
  expect(dropped).toEqual([true]);
  expect(await asked).toMatchObject({ reached: false, writable: false });
  expect(dropped).toEqual([true]);
});

test('opens nothing if closed before it is used', async () => {
  const { probe, dropped } = probed(undefined);
  probe.close();
  expect(await probe.ask()).toMatchObject({ reached: false });
  expect(dropped).toEqual([]);
});
