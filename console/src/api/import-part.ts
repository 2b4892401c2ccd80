// Retries files of the console. Browsers remember that a module failed to load and never request its address again
// (HTML, "fetch a single module script"), so a retry adds a query. The build calls `importPart` for every `import()`
// (scripts/build-console.mjs).
export {};

declare global {
  var importPart: (file: string) => Promise<unknown>;
}

/** The number of failures by file. */
const failures = new Map<string, number>();
const fail = (file: string): unknown => failures.set(file, (failures.get(file) ?? 0) + 1);

globalThis.importPart = async (file) => {
  const count = failures.get(file) ?? 0;
  try {
    return await import(/* @vite-ignore */ count === 0 ? file : `${file}?${count}`);
  } catch (thrown) {
    fail(file);
    throw thrown;
  }
};

// If a preload fails, Vite does not import the file at all.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload')
      fail(`.${new URL(target.href).pathname.replace(/^.*\//, '/')}`);
  },
  { capture: true },
);
