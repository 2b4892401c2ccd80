// How Cairn looks: stone greys, one green, a humanist face, a little rounding. Colours keep the contrast of WCAG 2.2 AA in
// both schemes; what Mantine draws too faintly for that is darkened in `variables`.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
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
const stone: MantineColorsTuple = [
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
const night: MantineColorsTuple = [
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

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 8 },
  colors: { pine, gray: stone, dark: night },
  white: '#ffffff',
  black: '#211f1c',
  fontFamily: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // A dialog's header is no banner of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontWeight: 620 } },
      },
    },
  },
});

export const variables: CSSVariablesResolver = (given) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': given.colors.gray?.[6] ?? '#68655d',
    '--mantine-color-placeholder': given.colors.gray?.[6] ?? '#68655d',
    '--mantine-color-error': '#b42318',
    '--cairn-ground': '#faf9f7',
    '--cairn-line': '#e8e6e0',
    '--cairn-stone': '#2d7d5e',
    '--cairn-mark': '#fdf0c8',
    '--cairn-added': '#d9f0e3',
    '--cairn-removed': '#fbe3df',
  },
  dark: {
    '--mantine-color-body': '#1c1b19',
    '--mantine-color-placeholder': given.colors.dark?.[2] ?? '#aaa79f',
    '--mantine-color-error': '#ff9c8f',
    '--cairn-ground': '#151412',
    '--cairn-line': '#373531',
    '--cairn-stone': '#6ab294',
    '--cairn-mark': '#4d421f',
    '--cairn-added': '#1e4334',
    '--cairn-removed': '#55251f',
  },
});
