/** A user id and password. */
export interface BasicCredentials {
  readonly clientId: string
  readonly secret: string
}

/**
 * Reads `Basic <credentials>` (RFC 7617): Base64 of UTF-8, with the user id before the first colon. `undefined` if it is
 * invalid, such as with control characters.
 */
export function readBasic(value: string): BasicCredentials | undefined {
  const base64 = FORM.exec(value)?.[1]
  const text = base64 === undefined ? undefined : decode(base64)
  if (text === undefined || CONTROLS.test(text)) return undefined
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { clientId: text.slice(0, colon), secret: text.slice(colon + 1) }
}

const FORM = /^basic +([A-Za-z0-9+/]+={0,2})$/i
const CONTROLS = /\p{Cc}/u

function decode(base64: string): string | undefined {
  try {
    const bytes = atob(base64)
    return ASCII.test(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return undefined
  }
}

const ASCII = /^[\0-\x7f]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
