// Real AI tools from npm, each with an empty home folder, the company plugin and the fake model. They run one prompt
// and end.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The set-up for a tool. Without a plugin, the tool runs alone, for comparison. */
export interface Run {
  /** The folder with the tools' commands. */
  readonly commands: string;
  readonly model: string;
  readonly prompt: string;
  readonly plugin?: InstalledPlugin;
}

export interface InstalledPlugin {
  /** The unpacked marketplace, and the plugin's folder in it. */
  readonly marketplace: string;
  readonly folder: string;
  /** `plugin@marketplace`. */
  readonly name: string;
  readonly connection: string;
}

export interface AiTool {
  readonly name: string;
  readonly command: string;
  run(run: Run): Promise<void>;
}

/** Longer than any tool waits for a connection. */
const MAX_MS = 120_000;

export const AI_TOOLS: readonly AiTool[] = [
  {
    name: 'Claude Code',
    command: 'claude',
    run: (run) =>
      inHome(run, async (home, call) => {
        const env = {
          ...{ ANTHROPIC_BASE_URL: run.model, ANTHROPIC_API_KEY: 'none' },
          ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
        };
        if (run.plugin !== undefined) {
          const [name = ''] = run.plugin.name.split('@');
          await call('claude', ['plugin', 'install', name, '--marketplace', run.plugin.marketplace], env);
        }
        await call('claude', ['-p', run.prompt], env);
        return home;
      }),
  },
  {
    name: 'Codex',
    command: 'codex',
    run: (run) =>
      inHome(run, async (home, call) => {
        await mkdir(join(home, '.codex'));
        const provider = `name = "fake"\nbase_url = "${run.model}/v1"\nwire_api = "responses"\nenv_key = "MODEL_KEY"\n`;
        const config = `model = "gpt-5"\nmodel_provider = "fake"\n[model_providers.fake]\n${provider}`;
        await writeFile(join(home, '.codex', 'config.toml'), config);
        const env = { MODEL_KEY: 'none' };
        if (run.plugin !== undefined) {
          await call('codex', ['plugin', 'marketplace', 'add', run.plugin.marketplace], env);
          await call('codex', ['plugin', 'add', run.plugin.name], env);
        }
        await call('codex', ['exec', '--skip-git-repo-check', run.prompt], env);
      }),
  },
  {
    // It takes no plugins, so it gets the address and the skills, as the Connect page says.
    name: 'opencode',
    command: 'opencode',
    run: (run) =>
      inHome(run, async (home, call) => {
        const folder = join(home, '.config', 'opencode');
        await mkdir(folder, { recursive: true });
        const mcp = run.plugin === undefined ? {} : { cairn: remote(run.plugin.connection) };
        await writeFile(join(folder, 'opencode.json'), JSON.stringify({ ...openCodeModel(run.model), mcp }));
        if (run.plugin !== undefined)
          await cp(join(run.plugin.folder, 'skills'), join(folder, 'skills'), { recursive: true });
        await call('opencode', ['run', run.prompt], { OPENCODE_DISABLE_MODELS_FETCH: '1' });
      }),
  },
];

const remote = (url: string) => ({ type: 'remote', url, oauth: false });

const openCodeModel = (address: string) => ({
  ...{ model: 'fake/fake', small_model: 'fake/fake', autoupdate: false, share: 'disabled' },
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${address}/v1`, apiKey: 'none' },
      models: { fake: { tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    },
  },
});

type Call = (command: string, options: readonly string[], env: Readonly<Record<string, string>>) => Promise<void>;

/** Gives the work an empty home folder, and removes it afterward. */
async function inHome({ commands }: Run, work: (home: string, call: Call) => Promise<unknown>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-ai-tool-'));
  const folder = join(home, 'work');
  await mkdir(folder);
  const call: Call = (command, options, env) =>
    new Promise((done, failed) => {
      // Requests to other hosts fail immediately: nothing listens on port 9.
      const closed = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };
      const child = execFile(
        join(commands, command),
        options,
        {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: home, ...closed, ...env },
          timeout: MAX_MS,
          killSignal: 'SIGKILL',
        },
        (error, stdout, stderr) =>
          error === null
            ? done()
            : failed(new Error(`${command} ${options[0]}: ${error.message}\n${stdout}\n${stderr}`)),
      );
      child.stdin?.end();
    });
  try {
    await work(home, call);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
