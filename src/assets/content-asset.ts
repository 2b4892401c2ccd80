// The response of an upload.
import { type Static, Type } from '@sinclair/typebox';
import { Uri } from '../base/shape.ts';

/** Contract 2.7 ContentAssetResource. `markdown` can be pasted into a setup guide. */
export const ContentAssetResource = Type.Object(
  {
    url: Uri({ description: 'Where the image is served. The address cannot be guessed.' }),
    markdown: Type.String({ description: 'The image as Markdown, ready to paste into a setup guide.' }),
    key: Type.String({
      description:
        'The name of the image in this catalog: the same bytes have the same key here and another elsewhere.',
    }),
    content_type: Type.String({ description: 'The media type of the served bytes.' }),
    size_bytes: Type.Integer({ minimum: 0, description: 'The size of the served bytes.' }),
  },
  { $id: 'ContentAssetResource', additionalProperties: false },
);
export type ContentAssetResource = Static<typeof ContentAssetResource>;
