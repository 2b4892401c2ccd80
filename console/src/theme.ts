// The design tokens in the words of the component kit, and what the kit itself draws too faintly for WCAG 2.2 AA.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { DARK, FONT, HEADINGS, LIGHT, MONOSPACE, NIGHT, PINE, RADIUS, SHARED, STONE } from './tokens.ts';

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 8 },
  colors: { pine: PINE, gray: STONE, dark: NIGHT },
  white: '#ffffff',
  black: '#211f1c',
  fontFamily: FONT,
  fontFamilyMonospace: MONOSPACE,
  headings: { fontWeight: '640', sizes: HEADINGS },
  defaultRadius: 'md',
  radius: RADIUS,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // What people write goes the way its own letters go.
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // A word in the corner interrupts nobody; what went wrong says so itself (`role: 'alert'`).
    Notification: { defaultProps: { role: 'status', closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // A dialog's header is no banner of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontWeight: 620, lineHeight: 1.35 } },
        transitionProps: { duration: 140 },
      },
    },
    // Nothing but items stands in a menu, and the menu stands in the page's main part (landmarks of WAI-ARIA).
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#content' },
        shadow: 'md',
        transitionProps: { duration: 120 },
      },
    },
    // Its list too; the list itself scrolls, as the popup of a combobox may, and no frame around it that no key
    // reaches.
    Select: {
      defaultProps: {
        comboboxProps: { portalProps: { target: '#content' } },
        withScrollArea: false,
        styles: { options: { maxHeight: 240, overflowY: 'auto' } },
      },
    },
  },
});

export const variables: CSSVariablesResolver = () => ({
  variables: SHARED,
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': STONE[6],
    '--mantine-color-placeholder': STONE[6],
    '--mantine-color-error': LIGHT['--cairn-error'],
    ...LIGHT,
  },
  dark: {
    '--mantine-color-body': '#1c1b19',
    '--mantine-color-placeholder': NIGHT[2],
    '--mantine-color-error': DARK['--cairn-error'],
    ...DARK,
  },
});
