/** The key that shortcuts are pressed with, as this machine labels it. */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';
