// POST /v1/content-assets (contract 4.2): an image for a setup guide.
import { Type } from '@sinclair/typebox';
import type { Blobs } from '../../assets/blob.ts';
import { ContentAssetResource } from '../../assets/content-asset.ts';
import { IMAGE_LIMITS } from '../../assets/image-limits.ts';
import { type UploadPlace, uploadImage } from '../../assets/upload-image.ts';
import { isUuid } from '../../base/id.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import type { Database, Db } from '../../storage/database.ts';
import { rolledBack } from '../../storage/rolled-back.ts';
import { imageSecret } from '../../trails/catalog/catalogs.ts';
import { editsTrail } from '../../trails/readers/editors.ts';
import type { V1Deps } from './v1-deps.ts';
import { operation } from './v1-door.ts';

const UploadForm = Type.Object(
  {
    file: Type.String({
      'x-format': 'binary',
      contentMediaType: 'image/*',
      description: 'PNG, JPEG, WebP or GIF, at most 10 MB.',
    }),
    trail_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The trail that shows the image. The image is deleted with the trail.',
      }),
    ),
    alt: Type.Optional(
      Type.String({
        maxLength: IMAGE_LIMITS.alt,
        description: 'A description of the image for people who cannot see it.',
      }),
    ),
  },
  { $id: 'ContentAssetUpload', additionalProperties: false },
);

const EXAMPLE = {
  url: 'https://cairn.example/assets/6d1c.png',
  markdown: '![Where the switch is](https://cairn.example/assets/6d1c.png)',
  key: '6d1c.png',
  content_type: 'image/png',
  size_bytes: 18_204,
};

export const uploadContentAssetOperation = (deps: V1Deps) =>
  operation({
    id: 'uploadContentAsset',
    forEditors: true,
    summary: 'Upload an image',
    description:
      'Detects the type from the content, not the file name. The image is decoded, rotated upright and re-encoded ' +
      'without metadata. Identical images get the same URL.',
    tag: 'Images',
    needs: 'trails:write',
    rate: 'uploads',
    form: { fields: ['trail_id', 'alt'], file: 'file', fileBytes: IMAGE_LIMITS.bytes },
    body: { schema: UploadForm, contentType: 'multipart/form-data' },
    answers: {
      201: {
        description: "The image's URL, and the Markdown to show it.",
        schema: ContentAssetResource,
        example: EXAMPLE,
      },
    },
    refusals: ['bad-request', 'not-found', 'payload-too-large', 'unsupported-media-type', 'validation'],
    async handle(call) {
      const { file, fields } = await call.form();
      if (file === undefined) throw noFile();
      const commit: UploadPlace['commit'] = async (work, answer) => {
        await call.commit(async (tx) => {
          await work(tx);
          return { status: 201, body: answer };
        });
      };
      const { catalog, person, isEditor } = call.caller;
      if (isEditor === true) await requireEdited(call.db, catalog.catalog_id, person.account_id, fields.trail_id);
      const { database: db } = call;
      const place = { db, commit, blobs: deps.blobs, decode: deps.decode, base_url: deps.baseUrl };
      const body = await uploadImage(call.isDryRun ? { ...place, ...nowhere(place) } : place, {
        catalog_id: catalog.catalog_id,
        uploaded_by: person.account_id,
        bytes: file.bytes,
        ...fields,
      });
      return { status: 201, body };
    },
  });

/** Fails with `forbidden` unless the image is for a trail that the person may edit. */
async function requireEdited(db: Db, catalogId: string, accountId: string, trailId = ''): Promise<void> {
  if (isUuid(trailId) && (await editsTrail(db, catalogId, accountId, trailId))) return;
  throw refuse('forbidden', 'You can upload images only for trails that you may edit. Name one of them in trail_id.');
}

/** For dry runs: stores neither bytes nor a new secret. */
const nowhere = ({ db, blobs }: { readonly db: Database; readonly blobs: Blobs }): Partial<UploadPlace> => ({
  blobs: { ...blobs, put: async () => undefined, has: async () => true },
  secretOf: (catalogId) =>
    rolledBack(
      (work) => db.inTransaction(work),
      (tx) => imageSecret(tx, catalogId),
    ),
});

const noFile = (): Error =>
  invalid(
    'file',
    'Is required. Send the image in this field.',
    'The form contains no file. Send the image in the field "file".',
  );
