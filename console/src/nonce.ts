// The nonce of this page: the only way in which a style that the components write themselves is let in. Scripts have
// none.

/** Read from the page that the service handed out (src/doors/console/console-page.ts). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock under dialogs writes a style of its own and looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
