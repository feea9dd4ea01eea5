import type { Exchange } from '../../../plugin-api/exchange.ts'
import type { Refused } from '../../../plugin-api/refused.ts'

/**
 * The body of a request for a workflow: JSON as a value, other text as a text; `undefined` if the body is empty. Bodies that
 * are neither are refused.
 */
export function requestContent({ headers, body }: Exchange): { readonly content: unknown } | Refused {
  if (!body || body.length === 0) return { content: undefined }
  const type = headers.get('content-type') ?? ''
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return unsupported
  const text = decoded(body, /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8')
  if (text === undefined) return unsupported
  if (!JSON_TYPE.test(type)) return { content: text }
  try {
    return { content: JSON.parse(text) }
  } catch {
    return { refuse: 'errors.bad.request', message: 'The body is not valid JSON' }
  }
}

const JSON_TYPE = /^\s*application\/([^\s;]+\+)?json\s*(;|$)/i

const unsupported: Refused = { refuse: 'errors.media.type.unsupported' }

function decoded(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
