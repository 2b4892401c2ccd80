// Pages by index (RFC 7644 3.4.2.4) and by cursor (RFC 9865), list responses, and POST /.search.
import { describe, expect, it } from 'vitest';
import { listResponse } from '../src/list-response.ts';
import { expiredCursor, invalidCursor, type Page, type PagingParameters, readPage } from '../src/paging.ts';
import { scimErrorBody } from '../src/scim-error.ts';
import { readSearchRequest } from '../src/search-request.ts';
import { ERROR_URN, LIST_RESPONSE_URN, SEARCH_REQUEST_URN } from '../src/urns.ts';

const SIZES = { default: 100, max: 200 };

describe('a page', () => {
  it.each<[PagingParameters, Page]>([
    [{}, { kind: 'index', startIndex: 1, count: 100 }],
    [
      { startIndex: '3', count: '10' },
      { kind: 'index', startIndex: 3, count: 10 },
    ],
    [
      { startIndex: 3, count: 10 },
      { kind: 'index', startIndex: 3, count: 10 },
    ],
    [
      { startIndex: '0', count: '0' },
      { kind: 'index', startIndex: 1, count: 0 },
    ],
    [
      { startIndex: '-5', count: '-5' },
      { kind: 'index', startIndex: 1, count: 0 },
    ],
    [{ count: '201' }, { kind: 'index', startIndex: 1, count: 200 }],
    [{ startIndex: '9'.repeat(30) }, { kind: 'index', startIndex: 2 ** 31 - 1, count: 100 }],
    [{ cursor: '' }, { kind: 'cursor', cursor: undefined, count: 100 }],
    [
      { cursor: 'abc', count: '500' },
      { kind: 'cursor', cursor: 'abc', count: 200 },
    ],
  ])('accepts %j', (parameters, page) => {
    expect(readPage(parameters, SIZES)).toEqual(page);
  });

  it.each<[PagingParameters, string]>([
    [{ startIndex: 'x' }, 'invalidValue'],
    [{ startIndex: '' }, 'invalidValue'],
    [{ startIndex: 1.5 }, 'invalidValue'],
    [{ count: '1e2' }, 'invalidValue'],
    [{ count: '0x10' }, 'invalidValue'],
    [{ cursor: '', count: '0' }, 'invalidCount'],
    [{ cursor: '', count: 'ten' }, 'invalidCount'],
    [{ cursor: '', startIndex: '1' }, 'invalidValue'],
  ])('refuses %j with 400 %s', (parameters, scimType) => {
    expect(() => readPage(parameters, SIZES)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });

  it('reports an unusable cursor with one of two errors', () => {
    expect(scimErrorBody(invalidCursor())).toEqual({
      schemas: [ERROR_URN],
      status: '400',
      scimType: 'invalidCursor',
      detail: 'The cursor does not belong to this query; start again with an empty cursor.',
    });
    expect(expiredCursor(600)).toMatchObject({ status: 400, scimType: 'expiredCursor' });
  });
});

describe('a list response', () => {
  it('always has all members, even if it is empty', () => {
    expect(listResponse({ kind: 'index', startIndex: 7, count: 10 }, { totalResults: 3, resources: [] })).toEqual({
      schemas: [LIST_RESPONSE_URN],
      totalResults: 3,
      startIndex: 7,
      itemsPerPage: 0,
      Resources: [],
    });
  });

  it('includes the next cursor if pages use cursors', () => {
    const listing = { totalResults: 3, resources: [{ id: '1' }], nextCursor: 'n' };
    expect(listResponse({ kind: 'cursor', cursor: 'c', count: 1 }, listing)).toEqual({
      schemas: [LIST_RESPONSE_URN],
      totalResults: 3,
      itemsPerPage: 1,
      nextCursor: 'n',
      Resources: [{ id: '1' }],
    });
  });
});

describe('a search request', () => {
  const schemas = [SEARCH_REQUEST_URN];

  it('accepts the parameters of a query', () => {
    const body = {
      schemas,
      filter: 'id pr',
      attributes: ['id'],
      excludedAttributes: null,
      startIndex: 1,
      count: 5,
      sortBy: 'id',
    };
    expect(readSearchRequest(body)).toMatchObject({ filter: 'id pr', attributes: ['id'], startIndex: 1, count: 5 });
    expect(readSearchRequest({ schemas, cursor: '' }).cursor).toBe('');
  });

  it.each<[unknown, string]>([
    [[], 'invalidSyntax'],
    [{}, 'invalidSyntax'],
    [{ schemas, filter: 5 }, 'invalidValue'],
    [{ schemas, cursor: 5 }, 'invalidValue'],
    [{ schemas, count: [] }, 'invalidValue'],
    [{ schemas, attributes: [5] }, 'invalidValue'],
  ])('refuses %j with 400 %s', (body, scimType) => {
    expect(() => readSearchRequest(body)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});
