// Writers send each trail with an Idempotency-Key and record what was acknowledged. The tests check the results
// afterwards.
import { newId } from '../../src/base/id.ts';

export interface Write {
  readonly title: string;
  readonly key: string;
  /** The acknowledged id, if any. */
  acknowledged: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
}

export interface Writers {
  /** All writes that were started. */
  readonly writes: readonly Write[];
  /** All responses except successes. */
  readonly refusals: readonly Answered[];
  /** Resolves once a write was acknowledged. */
  underWay(): Promise<void>;
  /** Stops the writers and resolves when all have ended. */
  stop(): Promise<void>;
}

/** Starts writers against the service. A broken connection ends a write without an acknowledgment. */
export function startWriters(address: string, token: string, count: number): Writers {
  const writes: Write[] = [];
  const refusals: Answered[] = [];
  let isOver = false;
  const writer = async (): Promise<void> => {
    while (!isOver) {
      const write: Write = { title: `Trail ${newId()}`, key: newId(), acknowledged: undefined };
      writes.push(write);
      const answered = await send(address, token, write).catch(() => undefined);
      if (answered !== undefined && answered.status !== 201) refusals.push(answered);
      if (answered?.status !== 201) await new Promise((go) => setTimeout(go, 10));
    }
  };
  const all = Promise.all(Array.from({ length: count }, writer));
  return {
    writes,
    refusals,
    async underWay() {
      while (!writes.some(({ acknowledged }) => acknowledged !== undefined))
        await new Promise((go) => setTimeout(go, 5));
    },
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Sends the write. Rejects if the connection breaks. */
export async function send(address: string, token: string, write: Write): Promise<Answered> {
  const response = await fetch(`${address}/v1/trails`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': write.key,
    },
    body: JSON.stringify({ title: write.title }),
  });
  const body = (await response.json()) as { id?: string; type?: string };
  if (response.status === 201) {
    if (write.acknowledged !== undefined && write.acknowledged !== body.id)
      throw new Error(`${write.title} was acknowledged as ${write.acknowledged} and replayed as ${body.id}`);
    write.acknowledged = body.id;
  }
  return { status: response.status, type: body.type ?? '' };
}

/** Maps the titles of all trails in the catalog to their ids. A duplicate title is an error. */
export async function everyTrail(address: string, token: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${address}/v1/trails?limit=100${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const page = (await response.json()) as { items: { id: string; title: string }[]; next_cursor?: string };
    for (const { id, title } of page.items) {
      if (found.has(title)) throw new Error(`${title} was created twice`);
      found.set(title, id);
    }
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}
