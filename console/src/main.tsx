// Starts the console with its theme, query cache and router.
import '@fontsource-variable/figtree/wght.css';
import './kit-styles.ts';
import '@mantine/notifications/styles.css';
import './api/import-part.ts';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { cache } from './api/cache.ts';
import { isProblem } from './api/problem.ts';
import { nonce } from './nonce.ts';
import { router } from './router.tsx';
import { endFirstPaint } from './shell/end-first-paint.ts';
import { Toasts } from './shell/toasts.tsx';
import { theme, variables } from './theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
endFirstPaint(root);

const app = createRoot(root, {
  // Pages show refusals themselves. Log only bugs in the browser's console.
  onCaughtError: (thrown) => {
    if (!isProblem(thrown)) console.error(thrown);
  },
});
// A transition renders in slices. Otherwise the first page would block a phone for a third of a second.
startTransition(() =>
  app.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={cache}>
          <Toasts />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
