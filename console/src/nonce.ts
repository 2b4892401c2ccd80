// The CSP nonce of this page, which inline styles of components need. Inline scripts are never allowed.

/** From the page that the service generated (src/doors/console/console-page.ts). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of dialogs injects a style and looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
