// The search of the documentation. The index is loaded when the field gets the focus for the first time.
import { SEARCH } from './search-options.mjs';

const MAX_HITS = 12;
const field = document.querySelector('#search');
const list = document.querySelector('#hits');
let index;

const load = () => {
  index ??= Promise.all([
    import('./minisearch.js'),
    fetch('/docs/search.json').then((response) => response.text()),
  ]).then(([{ default: MiniSearch }, text]) => MiniSearch.loadJSON(text, SEARCH));
  return index;
};

field.addEventListener('focus', load, { once: true });
field.addEventListener('input', async () => {
  const text = field.value.trim();
  const found = text === '' ? [] : (await load()).search(text).slice(0, MAX_HITS);
  if (text !== field.value.trim()) return;
  list.hidden = text === '';
  list.replaceChildren(...(found.length === 0 ? [element('li', 'No page has these words.')] : found.map(hit)));
});
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
list.addEventListener('keydown', (event) => {
  const item = document.activeElement?.closest('li');
  if (event.key === 'Escape') field.focus();
  else if (event.key === 'ArrowDown') item?.nextElementSibling?.querySelector('a')?.focus();
  else if (event.key === 'ArrowUp') (item?.previousElementSibling?.querySelector('a') ?? field).focus();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea') !== null) return;
  event.preventDefault();
  field.focus();
});

function close() {
  field.value = '';
  list.hidden = true;
}

function hit({ url, page, heading }) {
  const item = element('li');
  const link = element('a', heading === '' ? page : heading);
  link.href = url;
  link.addEventListener('click', close);
  if (heading !== '' && heading !== page) link.append(element('small', page));
  item.append(link);
  return item;
}

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}
