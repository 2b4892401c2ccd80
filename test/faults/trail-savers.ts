// Writers that create, save and publish trails without a pause until the service is gone.
import { DOCUMENT } from '../../bench/support/document.ts';

const TRAILS = 6;
const PUBLISH_EVERY = 5;

export interface Savers {
  /** The response statuses so far. */
  readonly statuses: readonly number[];
  /** Resolves when all writers have noticed that the service is gone. */
  readonly ended: Promise<void>;
}

/** Starts the writers, each on a new trail. */
export function startSavers(address: string, token: string): Savers {
  const statuses: number[] = [];
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'If-Match': '*' };
  const send = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${address}/v1/trails${path}`, { method, headers, body: JSON.stringify(body) });
    const json: unknown = await answer.json();
    statuses.push(answer.status);
    return json;
  };
  const writer = async (): Promise<void> => {
    const { id } = (await send('POST', '', { document: DOCUMENT })) as { id: string };
    for (let turn = 1; ; turn += 1) {
      await send('PUT', `/${id}/document`, { ...DOCUMENT, title: `Trail ${turn}` });
      if (turn % PUBLISH_EVERY === 0) await send('POST', `/${id}/publish`, {});
    }
  };
  const untilGone = (): Promise<void> => writer().catch(() => undefined);
  return { statuses, ended: Promise.all(Array.from({ length: TRAILS }, untilGone)).then(() => undefined) };
}
