import { failure, problem } from '../errors/errors.ts'

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/** Decodes UTF-8. Throws INVALID for other bytes. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw notUtf8('body')
  }
}

/** INVALID: a body or stream is not UTF-8. */
export const notUtf8 = (what: string) => failure('INVALID', `The ${what} is not UTF-8`, problem('error.body.encoding'))

/** Parses JSON. Throws INVALID for other text. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failure('INVALID', 'The text is not JSON', problem('error.json'))
  }
}
