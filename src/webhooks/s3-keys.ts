// The keys that sign a bucket stream's requests. They are validated, and sealed in place of the Authorization header.
import { type Static, Type } from '@sinclair/typebox';
import { invalid } from '../base/issue.ts';

/** Without a region: the one in the URL, or else `us-east-1`, which servers other than Amazon's accept. */
export const S3Keys = Type.Object(
  {
    access_key_id: Type.String({ maxLength: 256, pattern: '^[\\x21-\\x7e]+$' }),
    secret_access_key: Type.String({ maxLength: 256, pattern: '^[\\x21-\\x7e]+$' }),
    region: Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z0-9-]+$' })),
  },
  {
    $id: 'S3Keys',
    additionalProperties: false,
    description: 'Keys that may add objects to the bucket. They are stored encrypted and never shown.',
  },
);
export type S3Keys = Static<typeof S3Keys>;

export interface Bucket {
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or with a trailing slash. */
  readonly prefix: string;
  readonly region: string;
}

/** The bucket of a URL `https://endpoint/bucket/prefix`. Fails with `validation` without a bucket. */
export function bucketOf(address: string, region?: string): Bucket {
  const { origin, hostname, pathname, search } = new URL(address);
  const form = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w!.*'()/-]*)?$/;
  const [, bucket = '', path = ''] = form.exec(pathname) ?? [];
  if (bucket === '' || search !== '')
    throw invalid(
      'url',
      'Enter server, bucket and an optional folder, such as https://s3.eu-central-1.amazonaws.com/bucket/audit.',
    );
  const prefix = path.split('/').filter(Boolean).join('/');
  return {
    ...{ endpoint: origin, bucket, prefix: prefix === '' ? '' : `${prefix}/` },
    region: region ?? /^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(hostname)?.[1] ?? 'us-east-1',
  };
}
