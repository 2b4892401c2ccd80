// The styles of the page header before any script has run (scripts/first-pages.mjs).
import { DARK, FONT, HEADINGS, LIGHT, NIGHT, STONE } from './tokens.ts';

const colors = (ground: string, body: string, text: string, dimmed: string, own: typeof DARK): string =>
  `--ground:${ground};--body:${body};--text:${text};--dimmed:${dimmed};--line:${own['--cairn-line']};` +
  `--stone:${own['--cairn-stone']};--track:${own['--cairn-track']}`;
const light = colors(LIGHT['--cairn-ground'], '#ffffff', '#211f1c', STONE[6] ?? '', LIGHT);
const dark = colors(DARK['--cairn-ground'], NIGHT[7] ?? '', NIGHT[1] ?? '', NIGHT[2] ?? '', DARK);
const { fontSize, lineHeight } = HEADINGS.h1;

/** Inlined in the page, because it must not wait for the console's style sheet. */
export const FIRST_PAINT_STYLES = `
#first-paint{${light};position:fixed;inset:0;z-index:200;overflow:hidden;background:var(--ground);color:var(--text);
font:16px/1.55 ${FONT};-webkit-font-smoothing:antialiased}
@media (prefers-color-scheme:dark){#first-paint{${dark}}}
[data-first-scheme=light] #first-paint{${light}}
[data-first-scheme=dark] #first-paint{${dark}}
#first-paint header{display:flex;align-items:center;gap:10px;height:55px;padding:0 16px;background:var(--body);
border-bottom:1px solid var(--line)}
#first-paint svg{width:26px;height:26px;fill:var(--stone)}
#first-paint b{font-size:1.125rem;font-weight:680}
#first-paint section{padding:16px}
#first-paint strong{display:block;font-size:${fontSize};line-height:${lineHeight};font-weight:640}
#first-paint p{margin:4px 0 0;max-width:720px;line-height:1.6;color:var(--dimmed)}
#first-paint div{display:grid;gap:12px;margin-top:20px;padding:20px;background:var(--body);
border:1px solid var(--line);border-radius:12px}
#first-paint .first-ask{min-height:72px;padding:20px 18px;font-size:1.125rem;line-height:1.6;color:var(--dimmed)}
#first-paint i{height:18px;border-radius:5px;background:var(--track)}
#first-paint i:nth-child(2n){width:74%}
#first-paint i:nth-child(3n){width:86%}
#first-paint small{display:block;margin-top:20px;font-size:.875rem;line-height:1.55;color:var(--dimmed)}
#first-paint span{white-space:nowrap}
#first-paint .first-sign-in{display:grid;align-content:center;box-sizing:border-box;width:min(100%,440px);height:100%;
margin:0 auto;padding:20px;text-align:center;justify-items:center}
#first-paint .first-sign-in svg{width:52px;height:52px;margin-bottom:6px}
#first-paint .first-sign-in div{width:100%;box-sizing:border-box;padding:24px;gap:16px}
#first-paint .first-sign-in i{width:100%;height:28px}
@media (min-width:48em){#first-paint section{padding:32px}
[data-first-sidebar=none] #first-paint section:not([class]){padding-inline:max(32px,50vw - 620px)}
[data-first-sidebar=open] #first-paint section:not([class]){margin-left:224px}
[data-first-sidebar=folded] #first-paint section:not([class]){margin-left:60px}}
@media (min-width:48em) and (max-width:68.74em){
[data-first-sidebar=open] #first-paint section:not([class]){margin-left:60px}}
`.replaceAll('\n', '');
