/** An object in the bucket. */
export interface S3Object {
  readonly body: Uint8Array
  /** In quotes, as in the header. */
  readonly etag: string
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

const MOST_KEYS = 1000

/** The answer of ListObjectsV2 for these parameters, in XML. Keys are in the order of their bytes. */
export function listObjects(objects: ReadonlyMap<string, S3Object>, parameters: URLSearchParams): string {
  const prefix = parameters.get('prefix') ?? ''
  const after = parameters.get('continuation-token') ?? parameters.get('start-after') ?? ''
  const most = Math.min(Number(parameters.get('max-keys') ?? MOST_KEYS), MOST_KEYS)
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && bytesOf(key).compare(bytesOf(after)) > 0)
    .sort((one, other) => bytesOf(one).compare(bytesOf(other)))
  const page = keys.slice(0, most)
  const isTruncated = keys.length > page.length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<IsTruncated>${isTruncated}</IsTruncated>`,
    ...(isTruncated ? [`<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`] : []),
    ...page.map((key) => contents(key, objects.get(key) as S3Object)),
    '</ListBucketResult>',
  ].join('')
}

const contents = (key: string, { body, etag, at }: S3Object): string =>
  `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size></Contents>`

const bytesOf = (text: string): Buffer => Buffer.from(text)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
