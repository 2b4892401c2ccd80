import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { derivationThreads } from '../../src/identity/derivation-threads.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** RFC 7914 section 12, the second vector. */
const VECTOR = { password: 'password', salt: Buffer.from('NaCl'), length: 64, N: 1_024, r: 8, p: 16 };
const KEY =
  'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640';

/** A thread that runs `end` if the password is "end", and otherwise returns its thread id. */
async function mortal(end: string): Promise<URL> {
  const file = join(temporaryFolder('threads'), 'thread.mjs');
  await writeFile(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', ({ password }) => {
       if (password === 'end') { ${end} } else parentPort.postMessage(Buffer.from(String(threadId)));
     });`,
  );
  return pathToFileURL(file);
}

describe('password hashing threads', () => {
  it('derive keys with scrypt', async () => {
    const threads = derivationThreads();
    expect((await threads.derive(VECTOR)).toString('hex')).toBe(KEY);
    await threads.close();
  });

  it('are reused, and run concurrently', async () => {
    const threads = derivationThreads(await mortal(''));
    const derive = () => threads.derive(VECTOR).then(String);
    const [one, other] = await Promise.all([derive(), derive()]);
    expect(one).not.toBe(other);
    expect([one, other]).toContain(await derive());
    await threads.close();
  });

  it.each([
    ['exits', 'process.exit(1)'],
    ['throws', "throw new Error('no memory left')"],
  ])('are replaced if one of them %s, and its caller gets an error', async (how, end) => {
    const threads = derivationThreads(await mortal(end));
    const before = String(await threads.derive(VECTOR));
    await expect(threads.derive({ ...VECTOR, password: 'end' })).rejects.toMatchObject({
      slug: 'not-ready',
      extras: { retry_after: 1 },
      cause: { message: how === 'throws' ? 'no memory left' : 'a password thread ended' },
    });
    expect(String(await threads.derive(VECTOR))).not.toBe(before);
    await threads.close();
  });

  it('refuse requests if they cannot start', async () => {
    const threads = derivationThreads(new URL('./missing.mjs', import.meta.url));
    await expect(threads.derive(VECTOR)).rejects.toMatchObject({ slug: 'not-ready' });
    await threads.close();
  });
});
