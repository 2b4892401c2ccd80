// The steps that connect each AI tool, with the address filled in.

export interface AiTool {
  readonly id: string;
  readonly name: string;
  readonly steps: (address: string) => readonly string[];
  /** A line to paste: a command, or the address where a form asks for one. */
  readonly paste: (address: string) => { readonly label: string; readonly value: string };
  /** Opens the tool with the address filled in, where it knows such a link. */
  readonly link?: (address: string) => string;
}

const NAME = 'cairn';
const pasteAddress = (address: string) => ({ label: 'Address', value: address });

export const AI_TOOLS: readonly AiTool[] = [
  {
    id: 'claude',
    name: 'Claude',
    steps: () => [
      'In Claude open Settings, then Connectors.',
      'Choose "Add custom connector", name it Cairn, and paste the address.',
      'Choose Connect and sign in here when the window opens.',
    ],
    paste: pasteAddress,
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    steps: () => [
      'In ChatGPT open Settings, then Apps & Connectors. On a company plan an admin adds it once for everybody.',
      'Under Advanced settings switch Developer mode on, then choose Create.',
      'Name it Cairn, paste the address, choose OAuth, and sign in here when the window opens.',
    ],
    paste: pasteAddress,
  },
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    steps: () => [
      'In Copilot Studio open the agent that your colleagues use, then Tools.',
      'Choose "Add a tool", then "Model Context Protocol".',
      'Name it Cairn, paste the address, choose OAuth 2.0 with automatic discovery, and sign in here.',
    ],
    paste: pasteAddress,
  },
  {
    id: 'vscode',
    name: 'VS Code',
    steps: () => ['Open the link and choose Install.', 'Start the server that VS Code shows, and sign in here.'],
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
      'In Settings, MCP, choose Connect beside Cairn and sign in here.',
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
    paste: (address) => ({ label: 'Command', value: `claude mcp add --transport http ${NAME} ${address}` }),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    steps: () => ['Run the command in a terminal.', `Start gemini, type /mcp auth ${NAME}, and sign in here.`],
    paste: (address) => ({ label: 'Command', value: `gemini mcp add --transport http ${NAME} ${address}` }),
  },
];
