// Names from files and identity providers may be those of members that every object inherits.
import { expect, test } from 'vitest';
import { attributeName } from '../../console/src/admin/people/attribute-names.ts';
import { listIn } from '../../console/src/admin/rehearsal/list-file.ts';

const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

test.each(NAMES)('spells out an attribute that is called %s', (name) => {
  expect(typeof attributeName(name, '')).toBe('string');
  expect(attributeName(name, 'work')).toMatch(/^[\w ]+ \(work\)$/);
});

test.each(NAMES)('does not read a column that is called %s', (name) => {
  expect(listIn(`userName,${name}\nada@acme.test,x\n`)).toEqual({
    list: { users: [{ userName: 'ada@acme.test' }] },
    unread: [name],
  });
});
