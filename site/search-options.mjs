// The options of the search index. The browser needs the same options that the build used.
export const SEARCH = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['url', 'page', 'heading'],
  searchOptions: { boost: { page: 3, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
