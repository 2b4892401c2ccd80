// Builds the card (console/src/card) into one HTML file without references to other files.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const PAGE = fileURLToPath(new URL('../console/card.html', import.meta.url));

/** The HTML of the card. */
export async function builtCard() {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('../console', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions: ['cairn-source', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      // Keeps light-dark(), whose replacement for older browsers ignores the scheme that the app chooses.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: PAGE },
    },
  });
  const files = new Map(output.map((file) => [file.fileName, file]));
  const textOf = (path) => {
    const file = files.get(path.replace(/^\//, ''));
    return String(file.type === 'chunk' ? file.code : file.source);
  };
  // An inline script must not contain its end tag, or the start of a comment.
  const inline = (code) => code.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
  return textOf('card.html')
    .replace(/<!--[\s\S]*?-->\s*/g, '')
    .replace(
      /<script [^>]*src="([^"]+)"[^>]*><\/script>/,
      (_, path) => `<script type="module">${inline(textOf(path))}</script>`,
    )
    .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_, path) => `<style>${textOf(path)}</style>`);
}
