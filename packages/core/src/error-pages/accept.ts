import { readAccept } from '../accept.ts'

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

/**
 * Whether a client prefers JSON to HTML: its `Accept` header gives a JSON type a higher quality. Without the header it
 * does not.
 */
export function prefersJson(accept: string | null | undefined): boolean {
  if (!accept) return false
  const { types, qualityOf } = readAccept(accept)
  const html = qualityOf('text/html')
  return ['application/json', ...types.filter(isJson)].some((type) => qualityOf(type) > html)
}
