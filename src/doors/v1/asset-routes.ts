// POST /v1/content-assets (contract 4.2): an image for a setup guide.
import { Type } from '@sinclair/typebox';
import { ContentAssetResource } from '../../assets/content-asset.ts';
import { IMAGE_LIMITS } from '../../assets/image-limits.ts';
import { type UploadPlace, uploadImage } from '../../assets/upload-image.ts';
import { invalid } from '../../base/issue.ts';
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
        description: 'The trail that shows the image; the image goes when the trail does.',
      }),
    ),
    alt: Type.Optional(
      Type.String({ maxLength: IMAGE_LIMITS.alt, description: 'What the image shows, for those who do not see it.' }),
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
    summary: 'Upload an image',
    description:
      'The bytes decide what it is, not the name. The image is decoded, turned upright and written anew without ' +
      'metadata; the same image has the same address.',
    tag: 'Images',
    needs: 'trails:write',
    rate: 'uploads',
    form: { fields: ['trail_id', 'alt'], file: 'file', fileBytes: IMAGE_LIMITS.bytes },
    body: { schema: UploadForm, contentType: 'multipart/form-data' },
    answers: {
      201: {
        description: 'Where the image is served, and the Markdown that shows it.',
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
      const { catalog, person } = call.caller;
      const body = await uploadImage(
        { db: call.database, commit, blobs: deps.blobs, decode: deps.decode, base_url: deps.baseUrl },
        { catalog_id: catalog.catalog_id, uploaded_by: person.account_id, bytes: file.bytes, ...fields },
      );
      return { status: 201, body };
    },
  });

const noFile = (): Error =>
  invalid(
    'file',
    'Is required. Send the image as this field.',
    'The form holds no file. Send the image as the field "file".',
  );
