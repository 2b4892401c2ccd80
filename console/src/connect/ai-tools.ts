// The steps to connect each AI tool, with the URL filled in.

import type { PluginOverview } from '../api/skills.ts';

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
const pasteAddress = (address: string) => ({ label: 'Address', value: address });

export const AI_TOOLS: readonly AiTool[] = [
  {
    id: 'claude',
    name: 'Claude',
    steps: () => [
      'In Claude open Customize, then Connectors. On a company plan an owner first adds it once for everyone, under ' +
        'Organization settings.',
      'Choose +, then "Add custom connector", name it Cairn, and paste the address.',
      'Choose Connect, and sign in here when the window opens.',
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    steps: () => [
      'In ChatGPT on the web open Settings, then Apps & Connectors. On a company plan an admin first allows Developer ' +
        'mode in the workspace settings, and can add Cairn once for everyone.',
      'Under Advanced settings switch Developer mode on, go back, and choose Create.',
      'Name it Cairn, paste the address, choose OAuth, and sign in here when the window opens.',
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    steps: () => [
      'In Copilot Studio open the agent that your colleagues use, then Tools.',
      'Choose "Add a tool", "New tool", then "Model Context Protocol".',
      'Name it Cairn, describe it ("Finds our tested guide for a task"), and paste the address.',
      'Choose OAuth 2.0 with dynamic discovery, then Create, and make the connection: sign in here.',
    ],
    asksFromOutside: true,
    paste: pasteAddress,
  },
  {
    id: 'vscode',
    name: 'VS Code',
    steps: () => [
      'Open the link and choose Install.',
      'Start the server ("MCP: List Servers" in the command palette shows it), and sign in here.',
    ],
    paste: (address) => ({
      label: 'Command',
      value: `code --add-mcp '${JSON.stringify({ name: NAME, type: 'http', url: address })}'`,
    }),
    link: (address) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: address }))}`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    steps: () => [
      'Open the link and choose Install.',
      'In Settings, MCP, choose Connect beside cairn and sign in here.',
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
    steps: () => ['Run the command in a terminal.', 'Start claude, type /mcp, choose cairn, and sign in here.'],
    paste: (address) => ({
      label: 'Command',
      value: `claude mcp add --transport http --scope user ${NAME} ${address}`,
    }),
    install: ({ plugin, file }) => `claude plugin install ${plugin} --marketplace ./${file}`,
  },
  {
    id: 'codex',
    name: 'Codex',
    steps: () => ['Run the command in a terminal. A window opens.', 'Sign in here.'],
    paste: (address) => ({ label: 'Command', value: `codex mcp add ${NAME} --url ${address}` }),
    install: ({ plugin, marketplace, file }) =>
      `codex plugin marketplace add ./${file} && codex plugin add ${plugin}@${marketplace}`,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    steps: () => ['Run the command in a terminal.', `Start gemini, type /mcp auth ${NAME}, and sign in here.`],
    paste: (address) => ({
      label: 'Command',
      value: `gemini mcp add --transport http --scope user ${NAME} ${address}`,
    }),
  },
  {
    id: 'opencode',
    name: 'opencode',
    steps: () => ['Run the command in a terminal.', `Run opencode mcp auth ${NAME}, and sign in here.`],
    paste: (address) => ({ label: 'Command', value: `opencode mcp add ${NAME} --url ${address}` }),
  },
];
