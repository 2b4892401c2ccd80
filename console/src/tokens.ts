// The design tokens: all colors, sizes and durations of the console. `theme.ts` passes the palettes to Mantine; the
// style sheet and the console's drawings use CSS variables `--cairn-*`. Green is the brand color (primary action,
// links, focus) and never a status. Contrast meets WCAG 2.2 AA in both color schemes.
import type { MantineColorsTuple } from '@mantine/core';

export const PINE: MantineColorsTuple = [
  '#eef6f2',
  '#dbece4',
  '#b6d7c8',
  '#8cc1aa',
  '#6ab294',
  '#4fa080',
  '#3a8e6d',
  '#2d7d5e',
  '#236b4f',
  '#175540',
];
export const STONE: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ee',
  '#e8e6e0',
  '#d9d6ce',
  '#c3bfb5',
  '#98948a',
  '#68655d',
  '#504d47',
  '#35332f',
  '#211f1c',
];
export const NIGHT: MantineColorsTuple = [
  '#e9e7e2',
  '#cfccc5',
  '#aaa79f',
  '#918e86',
  '#45433e',
  '#373531',
  '#292724',
  '#1c1b19',
  '#151412',
  '#0e0d0c',
];

export const FONT = "'Figtree Variable', 'Figtree stand-in', system-ui, -apple-system, 'Segoe UI', sans-serif";
export const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace";
export const RADIUS = { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' } as const;
export const HEADINGS = {
  h1: { fontSize: '1.625rem', lineHeight: '1.25' },
  h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
  h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
} as const;

/** The same in both color schemes. */
export const SHARED = {
  '--cairn-row': '40px',
  '--cairn-table-text': '0.84375rem',
  '--cairn-reading': '72ch',
  '--cairn-motion': '140ms',
} as const;

export const LIGHT = {
  '--cairn-ground': '#faf9f7',
  '--cairn-line': '#e8e6e0',
  '--cairn-stone': '#2d7d5e',
  '--cairn-mark': '#fdf0c8',
  '--cairn-added': '#d9f0e3',
  '--cairn-removed': '#fbe3df',
  '--cairn-error': '#b42318',
  // Status colors. Only states that need attention are colorful.
  '--cairn-quiet': '#98948a',
  '--cairn-fine': '#3a8e6d',
  '--cairn-attention': '#b45309',
  // Chart series, which also differ in lightness. The second one means refused or not found.
  '--cairn-series-1': '#3a8e6d',
  '--cairn-series-2': '#c2673a',
  '--cairn-series-3': '#4f6d9e',
  '--cairn-series-4': '#b7a46a',
  '--cairn-track': '#eeece6',
  // Borders of fields, checkboxes and switches, with a contrast of at least 3:1 on every background.
  '--cairn-control': '#918d83',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  '--cairn-ground': '#151412',
  '--cairn-line': '#373531',
  '--cairn-stone': '#6ab294',
  '--cairn-mark': '#4d421f',
  '--cairn-added': '#1e4334',
  '--cairn-removed': '#55251f',
  '--cairn-error': '#ff9c8f',
  '--cairn-quiet': '#918e86',
  '--cairn-fine': '#6ab294',
  '--cairn-attention': '#f0b35e',
  '--cairn-series-1': '#6ab294',
  '--cairn-series-2': '#e0926a',
  '--cairn-series-3': '#8fa9d6',
  '--cairn-series-4': '#d3c48d',
  '--cairn-track': '#2f2d29',
  '--cairn-control': '#75716a',
};

/** Background colors of avatars, selected by the id. White letters have a contrast of at least 4.5:1. */
export const AVATAR_GROUNDS = [
  '#2d7d5e',
  '#3f6596',
  '#7a5195',
  '#a34a6a',
  '#9a5a23',
  '#6b6a2b',
  '#2f7583',
  '#5b5f97',
  '#8c4a4a',
  '#4f6f3a',
] as const;
