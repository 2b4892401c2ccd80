// Moves the headings of a guide one level down in a skill, below the heading of its section, and back on import.

/** The opening of a fenced block. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6}(?=[ \t]|$)/;
const DEEPEST = 6;

/** Text in fences does not change, and neither do headings of the lowest level. */
export function shiftedHeadings(markdown: string, by: 1 | -1): string {
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
        return line;
      }
      if (mark !== undefined) fence = mark;
      const level = HEADING.exec(line)?.[0].length ?? 0;
      if (level === 0 || (by === 1 ? level === DEEPEST : level === 1)) return line;
      return by === 1 ? `#${line}` : line.slice(1);
    })
    .join('\n');
}
