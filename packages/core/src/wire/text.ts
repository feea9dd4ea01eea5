import { failure, problem } from '../errors.ts'

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/** Text from UTF-8 bytes. INVALID for bytes that are not UTF-8. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw notUtf8('body')
  }
}

/** Bytes of another encoding came as a body, or as a stream. */
export const notUtf8 = (what: string) => failure('INVALID', `The ${what} is not UTF-8`, problem('error.body.encoding'))

/** A value from JSON text. INVALID for text that is not JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failure('INVALID', 'The text is not JSON', problem('error.json'))
  }
}
