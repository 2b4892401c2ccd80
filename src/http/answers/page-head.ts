// What every page begins with that the service writes by itself, without the console.

/** Letters in their size on a phone too, and dark where the screen is dark: neither needs a style. */
export const PAGE_HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width">',
  '<meta name="color-scheme" content="light dark">',
].join('');
