// Waits for a free connection. The pool's own timer would also count time during which this process read nothing.
import { deadline } from '../../base/deadline.ts';

/** No connection of the pool was free in time. */
export class WaitExceeded extends Error {}

/**
 * The connection. One that arrives after `ms` milliseconds goes back to the pool, and the failure is `WaitExceeded`.
 */
export function withinWait<Client extends { release(): void }>(
  ms: number,
  connected: Promise<Client>,
): Promise<Client> {
  return new Promise((done, fail) => {
    let isLate = false;
    const stop = deadline(ms, () => {
      isLate = true;
      fail(new WaitExceeded(`no connection of the pool was free for ${ms / 1_000} s`));
    });
    connected.then(
      (client) => {
        stop();
        if (isLate) client.release();
        else done(client);
      },
      (thrown: unknown) => {
        stop();
        fail(thrown);
      },
    );
  });
}
