// Passes the design tokens to Mantine, and darkens what Mantine draws too faintly for WCAG 2.2 AA.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { t } from './parts/texts/t.ts';
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
    // Text takes the direction of its own script.
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // Toasts do not interrupt screen readers. Errors override this with `role: 'alert'`.
    Notification: { defaultProps: { role: 'status', closeButtonProps: { 'aria-label': t('Dismiss') } } },
    // The header of a dialog is not the banner landmark of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': t('Close') },
        styles: { title: { fontWeight: 620, lineHeight: 1.35 } },
        transitionProps: { duration: 140 },
      },
    },
    // A menu may contain only items, and it belongs in the page's main landmark (WAI-ARIA).
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#content' },
        shadow: 'md',
        transitionProps: { duration: 120 },
      },
    },
    // Same for the list of a select. The listbox scrolls itself instead of a surrounding frame that the keyboard cannot
    // reach.
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
