import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { underWay } from '../../src/http/server/under-way.ts';

test('notifies each waiter when the current work ends, and not before', async () => {
  const { begin, end, settled } = underWay();
  begin();
  begin();
  const ended: string[] = [];
  for (const name of ['one', 'other']) void settled().then(() => ended.push(name));
  end();
  await turn();
  expect(ended).toEqual([]);
  end();
  await turn();
  expect(ended).toEqual(['one', 'other']);
});

test('does not wait if there is no current work', async () => {
  const { begin, end, settled } = underWay();
  expect(await settled()).toBeUndefined();
  begin();
  end();
  expect(await settled()).toBeUndefined();
});
