// Finds fields, boxes and switches whose border or background has too little contrast. Axe measures text only.

/**
 * Controls below 3:1 (WCAG 2.2, 1.4.11), as the source of a page script. Skips disabled controls and controls without a
 * border.
 */
export const FAINT_CONTROLS = `(() => {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** Blends the layered colors. Returns numbers from 0 to 255. */
  const blended = (...colours) => {
    for (const colour of ['#fff', ...colours]) {
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
    }
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, other) => {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const groundsOf = (element) =>
    element === null ? [] : [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor];
  const isLeftOut = (one) =>
    !one.checkVisibility() ||
    one.matches(':disabled, :disabled + *, :disabled *') ||
    one.closest('[data-variant="unstyled"]') !== null;
  const CONTROLS = '.mantine-Input-input, .mantine-Checkbox-input, .mantine-Radio-radio, .mantine-Switch-track,' +
    '.tick-box, .highlighted, .ask';
  return [...document.querySelectorAll(CONTROLS)].filter((one) => !isLeftOut(one)).flatMap((one) => {
    const around = groundsOf(one.parentElement);
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one);
    const edge = parseFloat(borderTopWidth) === 0 ? 'transparent' : borderTopColor;
    const seen = [blended(...around, backgroundColor), blended(...around, edge)];
    const best = Math.max(...seen.map((colour) => contrast(colour, blended(...around))));
    return best < 3 ? [\`faint control: \${one.className || one.localName}, \${best.toFixed(2)} : 1\`] : [];
  });
})()`;
