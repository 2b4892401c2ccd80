// The console's build: hashed files below /console/assets for ever, and one page that the service hands out with a nonce
// of its own each time (src/doors/console/console-page.ts).
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [react()],
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
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: Object.fromEntries(
      ['/console/v1', '/manage/v1', '/assets', '/sign-in/'].map((path) => [path, 'http://localhost:8080']),
    ),
  },
});
