import type { PlainResponse } from '@signalbox/core/wire'

/** The `Response` of plain values. */
export function toResponse({ status, headers, body }: PlainResponse): Response {
  if (!('Content-Encoding' in headers)) return new Response(body, { status, headers })
  // Workers would compress a body with this header again unless told that it is already encoded.
  const written = { status, headers, encodeBody: 'manual' }
  return new Response(body, written)
}
