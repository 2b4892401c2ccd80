// The company plugin: the connection to this service, a skill that leads a model to find_trail, and the chosen trails
// as skills. One source for every format: Agent Plugins 1.0.0 (agent-plugins.org), and the files of Claude Code and of
// Codex. docs/skills.md cites the formats. The same contents give the same bytes.
import { createHash } from 'node:crypto';
import { type Archive, archiveOf } from './archive.ts';
import type { ArchiveFile } from './read-archive.ts';
import { folder, jsonFile, type SkillSet } from './skill-packages.ts';

/** A plugin's contents. */
export interface CompanyPlugin extends SkillSet {
  /** The MCP address of the workspace. Public catalogs have none, because strangers cannot sign in. */
  readonly connection?: string;
}

const SPECIFICATION = 'https://agent-plugins.org/schemas/1.0.0';
const CLAUDE_MARKETPLACE = 'https://anthropic.com/claude-code/marketplace.schema.json';
/** The name under which AI tools list the connection. */
const SERVER = 'cairn';

export const pluginZip = (plugin: CompanyPlugin): Promise<Archive> => archiveOf(pluginFiles('', plugin));

/** A folder that Claude Code and Codex accept as a marketplace. */
export function marketplaceZip(plugin: CompanyPlugin): Promise<Archive> {
  const path = `plugins/${pluginName(plugin)}`;
  return archiveOf([
    jsonFile('.claude-plugin/marketplace.json', claudeMarketplace(plugin, `./${path}`)),
    jsonFile('.agents/plugins/marketplace.json', agentsMarketplace(plugin, `./${path}`)),
    ...pluginFiles(`${path}/`, plugin),
  ]);
}

/** The text of a marketplace.json for Claude Code with one plugin: the zip at `url` with that digest. */
export const hostedMarketplace = (plugin: CompanyPlugin, url: string, { sha256 }: Archive): string =>
  `${JSON.stringify(claudeMarketplace(plugin, { source: 'archive', url, sha256 }), null, 2)}\n`;

/** Must differ from the marketplace's name, because Claude Code puts both into one folder. */
export const pluginName = ({ slug }: Pick<SkillSet, 'slug'>): string => `${shortened(slug)}-trails`;

/** AI tools know marketplaces by name, and two workspaces may have the same name. Ids end with random digits. */
export const marketplaceName = ({ id, slug }: Pick<SkillSet, 'id' | 'slug'>): string =>
  `${shortened(slug)}-cairn-${id.slice(-6)}`;

/** Names have at most 64 characters (Agent Plugins 1.0.0, section 5.5). */
const shortened = (slug: string): string => slug.slice(0, 50).replace(/-$/, '');

/** AI tools install any version whose text differs, so it contains a digest of the contents. */
function versionOf({ change, skills, connection = '' }: CompanyPlugin): string {
  const hash = createHash('sha256').update(connection);
  for (const { name, files } of skills)
    for (const { path, digest } of files) hash.update(`\n${name}/${path} ${digest}`);
  return `1.0.${change}+${hash.digest('hex').slice(0, 8)}`;
}

const descriptionOf = ({ title }: CompanyPlugin): string => `Tested guides of ${title} for tasks with AI tools`;

const claudeMarketplace = (plugin: CompanyPlugin, source: string | object) => ({
  $schema: CLAUDE_MARKETPLACE,
  name: marketplaceName(plugin),
  owner: { name: plugin.title },
  metadata: { description: `Trails of ${plugin.title}`, version: versionOf(plugin) },
  plugins: [{ name: pluginName(plugin), source, description: descriptionOf(plugin), version: versionOf(plugin) }],
});

const agentsMarketplace = (plugin: CompanyPlugin, path: string) => ({
  name: marketplaceName(plugin),
  interface: { displayName: `Trails of ${plugin.title}` },
  plugins: [
    {
      name: pluginName(plugin),
      source: { source: 'local', path },
      description: descriptionOf(plugin),
      version: versionOf(plugin),
      policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
      category: 'Productivity',
    },
  ],
});

function pluginFiles(prefix: string, plugin: CompanyPlugin): ArchiveFile[] {
  const about = {
    name: pluginName(plugin),
    version: versionOf(plugin),
    description: descriptionOf(plugin),
    author: { name: plugin.title },
  };
  return [
    jsonFile(`${prefix}plugin.json`, { $schema: `${SPECIFICATION}/plugin.schema.json`, ...about }),
    jsonFile(`${prefix}.claude-plugin/plugin.json`, about),
    ...(plugin.connection === undefined ? [] : connectionFiles(prefix, plugin.connection)),
    ...plugin.skills.flatMap((skill) => folder(`${prefix}skills/`, skill)),
  ];
}

/**
 * Claude Code reads .mcp.json. With `alwaysLoad` it waits for the connection before its first request. It then shows a
 * model all tools except those that are listed with `alwaysLoad` false.
 */
const connectionFiles = (prefix: string, url: string): ArchiveFile[] => [
  jsonFile(`${prefix}mcp.json`, {
    $schema: `${SPECIFICATION}/mcp.schema.json`,
    mcpServers: { [SERVER]: { type: 'streamable-http', url } },
  }),
  jsonFile(`${prefix}.mcp.json`, { mcpServers: { [SERVER]: { type: 'http', url, alwaysLoad: true } } }),
];
