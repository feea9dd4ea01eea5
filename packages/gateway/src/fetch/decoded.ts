import { getHeader, type HeaderList, removeHeader, setHeader } from '../headers/header-list.ts'

/** Codings that runtimes decode. What they do not know they leave as it is. */
const KNOWN = /^(x-gzip|gzip|deflate|br|zstd)$/

/** Bun leaves bodies as they are if its option `decompress` says so. Elsewhere backends are asked not to encode. */
export const isRaw = 'Bun' in globalThis

/** Deno decodes only what it asked for, and then removes `Content-Encoding`: where the header is, it is true. */
const isTruthful = isRaw || 'Deno' in globalThis

/**
 * Removes what `fetch` has made untrue. It decodes bodies, but leaves `Content-Encoding` and `Content-Length` in the
 * headers: passed on like that, clients would decode once more. An `ETag` stands for the encoded bytes, so it becomes
 * weak.
 */
export function withoutDecoded(rawHeaders: HeaderList, hasBody: boolean): void {
  if (isTruthful || !hasBody) return
  const codings = getHeader(rawHeaders, 'content-encoding')
    ?.toLowerCase()
    .split(/\s*,\s*/)
  if (!codings?.every((one) => KNOWN.test(one))) return
  removeHeader(rawHeaders, 'content-encoding')
  removeHeader(rawHeaders, 'content-length')
  const etag = getHeader(rawHeaders, 'etag')
  if (etag?.startsWith('"')) setHeader(rawHeaders, 'ETag', `W/${etag}`)
}
