// `npm start` builds only the stages whose sources have changed, and reports each one.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Stage {
  readonly name: string;
  readonly sources: readonly string[];
  readonly output: string;
}
interface Builder {
  buildStages(
    stages: readonly Stage[],
    options: {
      readonly root: string;
      readonly run: (stage: Stage) => Promise<number>;
      readonly print: (line: string) => void;
      readonly seconds: () => number;
    },
  ): Promise<number>;
}
const script = new URL('../../scripts/staged-build.mjs', import.meta.url).href;
const { buildStages } = (await import(script)) as Builder;

const STAGES: readonly Stage[] = [
  { name: 'The server', sources: ['src', 'lock.json'], output: 'dist/main.js' },
  { name: 'The console', sources: ['console', 'lock.json'], output: 'dist/console' },
];

function project() {
  const root = temporaryFolder('staged-build');
  const put = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const file of ['src/a.ts', 'src/below/b.ts', 'console/c.ts', 'lock.json']) put(file, file);
  let failing = '';
  const fail = (name: string): void => {
    failing = name;
  };
  const built = async () => {
    const lines: string[] = [];
    const code = await buildStages(STAGES, {
      root,
      seconds: () => 3,
      print: (line) => void lines.push(line),
      run: async ({ name, output }) => {
        if (name === failing) return 2;
        put(output, 'built');
        return 0;
      },
    });
    return { code, lines };
  };
  return { root, put, built, fail };
}

test('builds everything at first, and then only stages with changed sources or without their output', async () => {
  const { root, put, built } = project();
  expect(await built()).toEqual({
    code: 0,
    lines: [
      'Building: the server, the console. The first build takes a minute or two.',
      'The server is built (0 s).',
      'The console is built (0 s).',
    ],
  });
  expect((await built()).lines).toEqual(['The server is up to date.', 'The console is up to date.']);
  put('src/below/b.ts', 'changed');
  expect((await built()).lines.slice(0, 2)).toEqual([
    'The console is up to date.',
    expect.stringMatching(/^Building: the server\./),
  ]);
  put('src/node_modules/x.js', 'installed');
  expect((await built()).lines).toHaveLength(2);
  rmSync(join(root, 'dist/console'));
  expect((await built()).lines.at(-1)).toBe('The console is built (0 s).');
  put('lock.json', 'changed');
  expect((await built()).lines).toHaveLength(3);
});

test('ends with the exit code of a stage that failed, and repeats only that one', async () => {
  const { built, fail } = project();
  fail('The console');
  const failed = await built();
  expect([failed.code, failed.lines.at(-1)]).toEqual([2, 'The console could not be built (0 s).']);
  fail('');
  expect((await built()).lines[0]).toBe('The server is up to date.');
});
