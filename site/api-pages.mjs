// Writes the API reference as Markdown: a page per tag of an OpenAPI document.

/** Members of nested objects are listed down to this depth. */
const MAX_DEPTH = 4;

/** Returns `{ tag, markdown }` for each tag, in the order of the document. */
export function apiPages(document, prefix) {
  const resolve = (value) =>
    value?.$ref === undefined
      ? value
      : value.$ref
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], document);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path: `${prefix}${path}`, ...operation })),
  );
  return document.tags.map(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags?.[0] === name);
    return {
      tag: name,
      markdown: [`# ${name}`, description, ...own.map((one) => operationText(one, resolve))].join('\n\n'),
    };
  });
}

function operationText({ method, path, summary, description, parameters = [], requestBody, responses }, resolve) {
  const named = parameters.map(resolve);
  const body = Object.entries(resolve(requestBody)?.content ?? {});
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description?.replace(`${summary}.`, '').trim(),
    table(
      ['Parameter', 'In', 'Type', 'Meaning'],
      named.map((one) => [code(one.name, one.required), one.in, typeOf(one.schema, resolve), one.description]),
    ),
    ...body.map(([type, { schema }]) =>
      [`Body, \`${type}\`:`, table(['Member', 'Type', 'Meaning'], members(schema, resolve))].join('\n\n'),
    ),
    ...Object.entries(responses)
      .filter(([status]) => status < '300')
      .map(([status, response]) => responseText(status, resolve(response), resolve)),
    refusalsText(responses, resolve),
  ]
    .filter((part) => part !== '' && part !== undefined)
    .join('\n\n');
}

function responseText(status, { description, content = {} }, resolve) {
  const schema = Object.values(content)[0]?.schema;
  const rows = schema === undefined ? [] : members(schema, resolve);
  return [`**${status}** ${description}`, table(['Member', 'Type', 'Meaning'], rows)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function refusalsText(responses, resolve) {
  const refused = Object.entries(responses).filter(([status]) => status >= '300');
  return table(
    ['Status', 'When'],
    refused.map(([status, response]) => [status, resolve(response).description]),
  );
}

/** A row for each member of an object, with the path of nested members. */
function members(schema, resolve, path = '', depth = 1) {
  const shape = resolve(schema);
  const variants = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (variants !== undefined && shape.properties === undefined)
    return unique(variants.flatMap((one) => members(one, resolve, path, depth)));
  if (shape.type === 'array') return members(shape.items ?? {}, resolve, `${path}[]`, depth);
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const own = [code(at, shape.required?.includes(name)), typeOf(member, resolve), resolve(member).description];
    return [own, ...(depth < MAX_DEPTH ? members(member, resolve, at, depth + 1) : [])];
  });
}

const unique = (rows) => [...new Map(rows.map((row) => [row[0], row])).values()];

/** Required members are marked with an asterisk. */
const code = (name, required) => `\`${name}\`${required === true ? ' \\*' : ''}`;

function typeOf(schema, resolve) {
  const shape = resolve(schema) ?? {};
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants !== undefined) return [...new Set(variants.map((one) => typeOf(one, resolve)))].join(' or ');
  if (shape.type === 'array')
    return `array of ${typeOf(shape.items ?? {}, resolve)}${bounds(shape.minItems, shape.maxItems, 'items')}`;
  const name = [shape.type].flat().join(' or ') || (shape.allOf === undefined ? 'any' : 'object');
  const range = bounds(shape.minLength, shape.maxLength, 'characters') || bounds(shape.minimum, shape.maximum, '');
  return `${name}${shape.format === undefined ? '' : ` (${shape.format})`}${range}`;
}

function bounds(min, max, unit) {
  if (min === undefined && max === undefined) return '';
  const range = max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
  return `, ${[range, unit].join(' ').trim()}`;
}

function table(head, rows) {
  if (rows.length === 0) return '';
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text) =>
  String(text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;');
