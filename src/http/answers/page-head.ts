// The head of all pages that the service renders without the console.

/** Normal text size on phones, and dark mode, without any CSS. */
export const PAGE_HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width">',
  '<meta name="color-scheme" content="light dark">',
].join('');
