// The console's build: hashed files below /console/assets for ever, and one page that the service hands out with a
// nonce of its own each time (src/doors/console/console-page.ts).
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { FIRST_PAINT_STYLES } from './src/first-paint.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Parts of the component kit that stand on most pages; menus, dialogs and lists to choose from are loaded when touched.
 */
const KIT =
  /node_modules\/(?:clsx|@mantine\/(?:hooks\/esm\/(?!use-drag|use-focus-trap|use-focus-return|use-click-outside)[\w-]+|core\/esm\/(?:core|utils|components\/(?:ActionIcon|Alert|Anchor|AppShell|Box|Breadcrumbs|Burger|Button|CloseButton|Code|Collapse|Group|Kbd|Loader|NavLink|Paper|Skeleton|Stack|Text|Title|Transition|UnstyledButton|VisuallyHidden))))\//;
const FORMS =
  /node_modules\/@mantine\/core\/esm\/components\/(?:Input|InputBase|InlineInput|SegmentedControl|FloatingIndicator|SimpleGrid|Switch|Textarea|TextInput|NativeSelect)\/|console\/src\/parts\/(?:forms\/growing-textarea|dialogs\/undo)/;

/** What opens over a page, with what places it; loaded with the first page that lists people or trails for work. */
const OVERLAYS =
  /node_modules\/(?:@floating-ui\/|@mantine\/(?:hooks\/|core\/esm\/components\/(?:Checkbox\/(?!CheckIcon)|Combobox|Floating\/|FocusTrap|Menu|Modal|ModalBase|Overlay\/|Popover|ScrollArea|Select)))/;
/** What pages of administrators and operators ask for; those that people read, write and sign in on do without. */
const MANAGING =
  /console\/src\/(?:api\/(?:connections|directory|service|workspace)\.ts|admin\/(?:role-names|people\/role-badges))/;
const TABS = /node_modules\/@mantine\/core\/esm\/components\/Tabs\/|console\/src\/parts\/page\/tab-row/;
const COPYING = /console\/src\/parts\/secrets\/copy-(?:field|text)/;
/** Small parts of the list of trails and of the editor. */
const WRITING = /console\/src\/write\/trail\/trail-status|\/components\/FileButton\/|\/icons\/Icon(?:CircleX|Dots)\./;
/** Small parts of ours that several pages share. */
const COMMON =
  /console\/src\/(?:api\/|parts\/[a-z]+\/(?:counted|digits|durations|formats|instant|refused-by|links|status|section|words|same|limit|form-errors|percent|late|states|page|drawings|not-loaded|nothing-matches)|shell\/(?:cairn-mark|no-page)|insight\/insight-api)|\/src\/(?:trails|base)\/|node_modules\/(?:@tabler|@mantine\/store)\/|notifications\.store/;

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    {
      name: 'first-paint',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => ({
          // Scripts wait for the styles, the font and the first answers: the first paint needs none of them.
          html: html.replaceAll(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"'),
          tags: [{ tag: 'style', attrs: { nonce: 'CAIRN_NONCE' }, children: FIRST_PAINT_STYLES, injectTo: 'head' }],
        }),
      },
    },
  ],
  // The service puts a fresh value in its place with every page.
  html: { cspNonce: 'CAIRN_NONCE' },
  // Rules of drafts are the service's own files; the one thing of Node that they name is never reached from here.
  resolve: {
    conditions: ['cairn-source', 'browser', 'module', 'import', 'default'],
    alias: { 'node:crypto': here('./src/parts/no-node.ts') },
  },
  build: {
    outDir: here('../dist/console/public'),
    assetsDir: 'console/assets',
    emptyOutDir: true,
    // Which file holds what: for the files that a page asks for first, and for the test of their sizes.
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // What every page needs goes in few files: a request of its own costs more than most parts do.
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
            { name: 'tabs', test: TABS, includeDependenciesRecursively: false },
            { name: 'writing', test: WRITING, includeDependenciesRecursively: false },
            { name: 'copying', test: COPYING, includeDependenciesRecursively: false },
            { name: 'common', test: COMMON, minShareCount: 3, includeDependenciesRecursively: false },
            { name: 'overlays', test: OVERLAYS, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // Everything but the console's own pages belongs to the service (`npm run dev`).
  server: {
    proxy: Object.fromEntries(
      ['/console/v1', '/manage/', '/setup/v1', '/assets', '/sign-in/', '/oauth', '/v1', '/scim', '/mcp', '/skills'].map(
        (path) => [path, `http://localhost:${process.env.PORT ?? 8080}`],
      ),
    ),
  },
});
