// The build of the console: hashed, immutable files in /console/assets, and one HTML page to which the service adds a
// fresh nonce for each request (src/doors/console/console-page.ts).
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../scripts/texts/languages.mjs';
import { FIRST_PAINT_STYLES } from './src/first-paint.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Mantine components that most pages use. Menus, dialogs and selects load on demand. */
const KIT =
  /node_modules\/(?:clsx|@mantine\/(?:hooks\/esm\/(?!use-drag|use-focus-trap|use-focus-return|use-click-outside)[\w-]+|core\/esm\/(?:core|utils|components\/(?:ActionIcon|Alert|Anchor|AppShell|Box|Breadcrumbs|Burger|Button|CloseButton|Code|Collapse|Group|Kbd|Loader|NavLink|Paper|Skeleton|Stack|Text|Title|Transition|UnstyledButton|VisuallyHidden))))\//;
const FORMS =
  /node_modules\/@mantine\/core\/esm\/components\/(?:Input|InputBase|InlineInput|SimpleGrid|Switch|Textarea|TextInput|NativeSelect)\/|console\/src\/parts\/(?:forms\/growing-textarea|dialogs\/undo)/;
/** API calls of admin and operator pages, which pages for reading, writing and signing in do not load. */
const MANAGING =
  /console\/src\/(?:api\/(?:connections|directory|service|workspace)\.ts|admin\/(?:role-names|people\/role-badges))/;
/** Parts of the trail list and the editor. */
const WRITING =
  /document\/placeholders\.|write\/trail\/trail-status|console\/src\/parts\/page\/tab-row|\/components\/(?:FileButton|FloatingIndicator|SegmentedControl|Tabs)\/|CheckIcon|IconCircleX/;
/** Small parts that several pages share. */
const COMMON =
  /console\/src\/(?:api\/(?!audiences|sets)|parts\/[a-z]+\/(?:counted|digits|durations|formats|instant|refused-by|links|status|section|words|same|limit|form-errors|percent|late|states|page|drawings|not-loaded|nothing-matches|(?:t|rich|message|language)\.ts)|shell\/(?:cairn-mark|no-page)|insight\/insight-api)|\/src\/(?:trails|base)\/|node_modules\/(?:@tabler|@mantine\/store)\/|notifications\.store/;

export default defineConfig({
  root: here('.'),
  plugins: [
    messagesPlugin(),
    react(),
    {
      name: 'first-paint',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => ({
          // The first paint needs no scripts, so let styles, the font and the first responses come first.
          html: html.replaceAll(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"'),
          tags: [{ tag: 'style', attrs: { nonce: 'CAIRN_NONCE' }, children: FIRST_PAINT_STYLES, injectTo: 'head' }],
        }),
      },
    },
  ],
  // The service replaces this with a fresh value for each page.
  html: { cspNonce: 'CAIRN_NONCE' },
  // The draft rules are the service's own files. They import `node:crypto` but never use it here.
  resolve: {
    conditions: ['cairn-source', 'browser', 'module', 'import', 'default'],
    alias: { 'node:crypto': here('./src/parts/no-node.ts') },
  },
  build: {
    outDir: here('../dist/console/public'),
    assetsDir: 'console/assets',
    emptyOutDir: true,
    // Maps modules to files, for preloading and for the test of file sizes.
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // Put code that every page needs into few files, because each request costs more than a small file.
    rolldownOptions: {
      input: [here('./index.html'), here('./src/first-requests.ts')],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|scheduler|openapi-fetch|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//,
            },
            { name: 'kit', test: KIT },
            { name: 'forms', test: FORMS },
            { name: 'managing', test: MANAGING, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'writing', test: WRITING, includeDependenciesRecursively: false },
            { name: 'common', test: COMMON, minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // All other paths belong to the service (`npm run dev`).
  server: {
    proxy: Object.fromEntries(
      ['/console/v1', '/manage/', '/setup/v1', '/assets', '/sign-in/', '/oauth', '/v1', '/scim', '/mcp', '/skills'].map(
        (path) => [path, `http://localhost:${process.env.PORT ?? 8080}`],
      ),
    ),
  },
});
