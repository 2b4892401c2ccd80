// The steps to connect each AI tool, with the URL filled in.

import type { PluginOverview } from '../api/skills.ts';
import { t } from '../parts/texts/t.ts';

export interface AiTool {
  readonly id: string;
  readonly name: string;
  readonly steps: (address: string) => readonly string[];
  /** The text to paste: a command, or the URL if the tool has a form. */
  readonly paste: (address: string) => { readonly label: string; readonly value: string };
  /** The command that installs the company plugin from its unpacked folder, if the tool takes plugins. */
  readonly install?: (plugin: Pick<PluginOverview, 'plugin' | 'marketplace' | 'file'>) => string;
  /** True if the tool connects from its vendor's servers, which must be able to reach the URL. */
  readonly asksFromOutside?: boolean;
  /** A link that opens the tool with the URL filled in, if the tool has one. */
  readonly link?: (address: string) => string;
}

const NAME = 'cairn';
const pasteAddress = (address: string) => ({ label: t('Address'), value: address });

export const AI_TOOLS: readonly AiTool[] = [
  {
    id: 'claude',
    name: 'Claude',
    steps: () => [
      t(
        'In Claude open Customize, then Connectors. On a company plan an owner first adds it once for everyone, under Organization settings.',
      ),
      t('Choose +, then "Add custom connector", name it Cairn, and paste the address.'),
      t('Choose Connect, and sign in here when the window opens.'),
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    steps: () => [
      t(
        'In ChatGPT on the web open Settings, then Apps & Connectors. On a company plan an admin first allows Developer mode in the workspace settings, and can add Cairn once for everyone.',
      ),
      t('Under Advanced settings switch Developer mode on, go back, and choose Create.'),
      t('Name it Cairn, paste the address, choose OAuth, and sign in here when the window opens.'),
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    steps: () => [
      t('In Copilot Studio open the agent that your colleagues use, then Tools.'),
      t('Choose "Add a tool", "New tool", then "Model Context Protocol".'),
      t('Name it Cairn, describe it ("Finds our tested guide for a task"), and paste the address.'),
      t('Choose OAuth 2.0 with dynamic discovery, then Create, and make the connection: sign in here.'),
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'vscode',
    name: 'VS Code',
    steps: () => [
      t('Open the link and choose Install.'),
      t('Start the server ("MCP: List Servers" in the command palette shows it), and sign in here.'),
    ],
    paste: (address) => ({
      label: t('Command'),
      value: `code --add-mcp '${JSON.stringify({ name: NAME, type: 'http', url: address })}'`,
    }),
    link: (address) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: address }))}`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    steps: () => [
      t('Open the link and choose Install.'),
      t('In Settings, MCP, choose Connect beside cairn and sign in here.'),
    ],
    paste: pasteAddress,
    link: (address) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(
        btoa(JSON.stringify({ url: address })),
      )}`,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    steps: () => [t('Run the command in a terminal.'), t('Start claude, type /mcp, choose cairn, and sign in here.')],
    paste: (address) => ({
      label: t('Command'),
      value: `claude mcp add --transport http --scope user ${NAME} ${address}`,
    }),
    install: ({ plugin, file }) => `claude plugin install ${plugin} --marketplace ./${file}`,
  },
  {
    id: 'codex',
    name: t('Codex'),
    steps: () => [t('Run the command in a terminal. A window opens.'), t('Sign in here.')],
    paste: (address) => ({ label: t('Command'), value: `codex mcp add ${NAME} --url ${address}` }),
    install: ({ plugin, marketplace, file }) =>
      t('codex plugin marketplace add ./{file} && codex plugin add {plugin}@{marketplace}', {
        file,
        plugin,
        marketplace,
      }),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    steps: () => [
      t('Run the command in a terminal.'),
      t('Start gemini, type /mcp auth {name}, and sign in here.', { name: NAME }),
    ],
    paste: (address) => ({
      label: t('Command'),
      value: `gemini mcp add --transport http --scope user ${NAME} ${address}`,
    }),
  },
  {
    id: 'opencode',
    name: 'opencode',
    steps: () => [
      t('Run the command in a terminal.'),
      t('Run opencode mcp auth {name}, and sign in here.', { name: NAME }),
    ],
    paste: (address) => ({ label: t('Command'), value: `opencode mcp add ${NAME} --url ${address}` }),
  },
];
