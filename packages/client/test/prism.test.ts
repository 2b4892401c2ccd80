// The client with a Prism mock of the OpenAPI document, which returns its examples and rejects invalid requests. Start
// it with `prism mock docs/openapi.snapshot.json` and set CAIRN_TEST_PRISM to its URL.
import { describe, expect, test } from 'vitest';
import { connect } from '../src/client.ts';

const address = process.env.CAIRN_TEST_PRISM ?? '';
const ID = '01993b5e-6f00-7c3a-9d53-0b7f1c2a4e58';
const PERSON = '01993b5e-2222-7abc-8def-0123456789ab';
const { trails, assets, guide, me } = connect({ url: address || 'http://localhost', credential: 'svc_api_mock' });
const document = { title: 'A title' };

describe.skipIf(address === '')('a mock of the document', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['me', () => me()],
    ['guide', () => guide()],
    ['list', () => trails.list({ status: 'live', q: 'notes', limit: 5 }).pages()[Symbol.asyncIterator]().next()],
    ['create', () => trails.create({ document })],
    ['get', () => trails.get(ID)],
    ['save', () => trails.save(ID, document, { ifMatch: 2 })],
    ['update', () => trails.update(ID, { visibility: 'restricted' })],
    ['delete', () => trails.delete(ID)],
    ['publish', () => trails.publish(ID, { note: 'A note', ifMatch: 2 })],
    ['unpublish', () => trails.unpublish(ID)],
    ['archive', () => trails.archive(ID)],
    ['unarchive', () => trails.unarchive(ID)],
    ['runExamples', () => trails.runExamples(ID, { document })],
    ['testSurfacing', () => trails.testSurfacing(ID, 'a prompt', { document })],
    ['versions.list', () => trails.versions.list(ID)],
    ['versions.get', () => trails.versions.get(ID, 1)],
    ['versions.restore', () => trails.versions.restore(ID, 1)],
    ['grants.list', () => trails.grants.list(ID)],
    ['grants.add', () => trails.grants.add(ID, 'max@acme.example')],
    ['grants.remove', () => trails.grants.remove(ID, PERSON)],
    ['assets.upload', () => assets.upload(new Blob(['x'], { type: 'image/png' }), { alt: 'x' })],
  ])('%s sends a request that the document allows', async (_, call) => {
    await expect(call()).resolves.not.toBeNull();
  });
});
