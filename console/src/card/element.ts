// Creates elements. Texts become text nodes, so nothing that an author wrote is ever parsed as HTML.

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

/** A button that runs `press`. */
export function button(label: string, press: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const created = element('button', { type: 'button', ...attributes }, label);
  created.addEventListener('click', press);
  return created;
}
