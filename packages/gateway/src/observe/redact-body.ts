import type { CapturedBody } from '@signalbox/core/gateway'
import { redactText } from '../log/redact-text.ts'
import { redactForm } from './redact-form.ts'
import { redactJson } from './redact-json.ts'

/** A body, or its beginning. */
interface Body {
  /** What was kept of it. */
  readonly kept: Uint8Array
  /** How many bytes passed. */
  readonly bytes: number
  readonly type: string | undefined
  /** Whether it has a content coding. */
  readonly isEncoded: boolean
}

/** What can be shown of a body: text without secrets. A body whose secrets cannot be found is omitted. */
export function redactBody({ kept, bytes, type = '', isEncoded }: Body): CapturedBody | undefined {
  if (bytes === 0) return undefined
  const isCut = bytes > kept.length
  const cut = isCut ? { cut: true } : {}
  if (isEncoded) return { bytes, omitted: 'encoded' }
  const text = hasOtherCharset(type) ? undefined : decoded(kept)
  if (text === undefined) return { bytes, omitted: 'binary' }
  const media = (type.split(';', 1)[0] ?? '').trim().toLowerCase()
  const redacted = redact(text, media, isCut)
  return redacted === undefined ? { bytes, omitted: 'unreadable' } : { bytes, text: redacted, ...cut }
}

function redact(text: string, media: string, isCut: boolean): string | undefined {
  if (/[/+](?:x-)?(?:nd-?)?json$/.test(media)) return redactJson(text, isCut)
  if (media === 'application/x-www-form-urlencoded') return redactForm(text)
  if (media.startsWith('multipart/')) return undefined
  return (/^\s*[{[]/.test(text) ? redactJson(text, isCut) : undefined) ?? redactText(text)
}

/** UTF-8 as text; a character that is cut at the end is left out. `undefined` if it is no text. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const hasOtherCharset = (type: string): boolean =>
  /;\s*charset\s*=/i.test(type) && !/;\s*charset\s*=\s*"?(?:utf-?8|us-ascii|iso-8859-1)"?\s*(?:;|$)/i.test(type)
