/** The modifier key for shortcuts, as labeled on this machine's keyboard. */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';
