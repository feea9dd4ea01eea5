import { readAccept } from '../accept.ts'

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

/** Whether a client asks for JSON rather than HTML: a JSON type has a higher quality. Without a header it does not (decisions 9.4). */
export function prefersJson(accept: string | null | undefined): boolean {
  if (!accept) return false
  const { types, qualityOf } = readAccept(accept)
  const html = qualityOf('text/html')
  return ['application/json', ...types.filter(isJson)].some((type) => qualityOf(type) > html)
}
