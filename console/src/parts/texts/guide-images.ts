// The images in the Markdown of a setup guide: alternative text and a width. The width is in the URL's fragment
// (`….png#width=320`), which other Markdown renderers ignore.
import { markdownImage } from '../../../../src/assets/markdown-image.ts';

export interface GuideImage {
  readonly alt: string;
  /** The URL without the width. */
  readonly src: string;
  /** In pixels, at most the column. Undefined: the width of the image. */
  readonly width: number | undefined;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

export const WIDTHS = { least: 40, most: 1_600 } as const;

const IMAGE = /!\[((?:\\.|[^\\[\]])*)\]\(\s*<?([^\s()<>]+)>?(?:\s+"[^"\n]*")?\s*\)/g;
const CODE = /(^|\n)(`{3,}|~{3,})[\s\S]*?(?:\n\2|$)|(?<!\\)`[^`\n]*`/g;
const WIDTH = /#width=(\d{1,4})$/;

/** The images in text order, without those in code. */
export function guideImages(text: string): GuideImage[] {
  const read = text.replace(CODE, (code) => ' '.repeat(code.length));
  return [...read.matchAll(IMAGE)].map(({ 0: whole, 1: alt = '', 2: address = '', index }) => ({
    alt: plain(text.slice(index + 2, index + 2 + alt.length)),
    src: address.replace(WIDTH, ''),
    width: widthIn(address),
    start: index,
    end: index + whole.length,
  }));
}

/** The width in a URL, if it is valid. */
export function widthIn(address: string): number | undefined {
  const width = Number(WIDTH.exec(address)?.[1]);
  return width >= WIDTHS.least && width <= WIDTHS.most ? width : undefined;
}

/** Returns the text with that image rewritten. */
export function withImage(
  text: string,
  { src, start, end }: GuideImage,
  alt: string,
  width: number | undefined,
): string {
  const address = width === undefined ? src : `${src}#width=${width}`;
  return text.slice(0, start) + markdownImage(alt, address) + text.slice(end);
}

const ENTITIES: Readonly<Record<string, string>> = { '&#91;': '[', '&#93;': ']', '&amp;': '&' };

const plain = (alt: string): string =>
  alt.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&#91;|&#93;|&amp;/g, (entity) => ENTITIES[entity] ?? entity);
