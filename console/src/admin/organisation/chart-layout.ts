// The layout of a reporting chart, in pixels: managers above, the person, reports below, and the lines between them.

export interface ChartNode {
  readonly user_id: string;
  readonly name: string;
}

export interface PlacedNode<Node extends ChartNode> {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
}

export interface ChartLayout<Node extends ChartNode> {
  readonly nodes: readonly PlacedNode<Node>[];
  /** SVG paths. */
  readonly lines: readonly string[];
  readonly height: number;
  readonly nodeWidth: number;
}

export const NODE_HEIGHT = 48;
const MAX_NODE_WIDTH = 208;
const GAP_X = 16;
const GAP_Y = 30;
/** From the vertical line of a column of reports to the report. */
const INDENT = 18;

/** `above` is nearest first. Reports are in one row if they fit, otherwise in columns with a line at the side. */
export function chartLayout<Node extends ChartNode>(
  width: number,
  above: readonly Node[],
  self: Node,
  reports: readonly Node[],
): ChartLayout<Node> {
  const nodeWidth = Math.max(120, Math.min(MAX_NODE_WIDTH, width - INDENT));
  const middle = Math.max(0, (width - nodeWidth) / 2);
  const line = [...above.toReversed(), self].map((node, at) => ({ node, x: middle, y: at * (NODE_HEIGHT + GAP_Y) }));
  const center = middle + nodeWidth / 2;
  const lines = line.slice(1).map(({ y }) => `M${center} ${y - GAP_Y}V${y}`);
  const bottom = line.length * (NODE_HEIGHT + GAP_Y) - GAP_Y;
  if (reports.length === 0) return { nodes: line, lines, height: bottom, nodeWidth };
  const fitting = Math.max(1, Math.floor((width + GAP_X) / (nodeWidth + GAP_X)));
  const below =
    reports.length <= fitting
      ? sideBySide(reports, { width, nodeWidth, center, bottom })
      : inColumns(reports, { width, nodeWidth, center, bottom });
  const height = Math.max(...below.nodes.map(({ y }) => y)) + NODE_HEIGHT;
  return { nodes: [...line, ...below.nodes], lines: [...lines, ...below.lines], height, nodeWidth };
}

interface Ground {
  readonly width: number;
  readonly nodeWidth: number;
  readonly center: number;
  /** The bottom of the person's own box. */
  readonly bottom: number;
}

type Part<Node extends ChartNode> = Pick<ChartLayout<Node>, 'nodes' | 'lines'>;

function sideBySide<Node extends ChartNode>(reports: readonly Node[], ground: Ground): Part<Node> {
  const { width, nodeWidth, center, bottom } = ground;
  const left = (width - reports.length * (nodeWidth + GAP_X) + GAP_X) / 2;
  const y = bottom + GAP_Y;
  const nodes = reports.map((node, at) => ({ node, x: left + at * (nodeWidth + GAP_X), y }));
  const bus = bottom + GAP_Y / 2;
  const lines = nodes.map(({ x }) => `M${center} ${bottom}V${bus}H${x + nodeWidth / 2}V${y}`);
  return { nodes, lines };
}

function inColumns<Node extends ChartNode>(reports: readonly Node[], ground: Ground): Part<Node> {
  const { width, nodeWidth, center, bottom } = ground;
  const step = nodeWidth + INDENT + GAP_X;
  const columns = Math.min(reports.length, Math.max(1, Math.floor((width + GAP_X) / step)));
  const left = Math.max(0, (width - columns * step + GAP_X) / 2);
  const bus = bottom + GAP_Y / 2;
  const nodes = reports.map((node, at) => ({
    node,
    x: left + (at % columns) * step + INDENT,
    y: bottom + GAP_Y + Math.floor(at / columns) * (NODE_HEIGHT + 12),
  }));
  const lines = nodes.map(({ x, y }) => `M${center} ${bottom}V${bus}H${x - INDENT + 1}V${y + NODE_HEIGHT / 2}H${x}`);
  return { nodes, lines };
}
