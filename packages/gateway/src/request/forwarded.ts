/** What one proxy says in `Forwarded` (RFC 7239). */
export interface ForwardedElement {
  /** The node: an address, perhaps with a port; `unknown`; or a name that hides it. Empty if it is not said. */
  readonly node: string
  readonly proto: string | undefined
  readonly host: string | undefined
}

/**
 * Reads `Forwarded`, with its lines joined. Each proxy appends on the right, so it is read from there: a client that
 * sends an open quote does not hide what proxies say.
 */
export function readForwarded(value: string): ForwardedElement[] {
  const elements: ForwardedElement[] = []
  let pairs = new Map<string, string>()
  let end = value.length
  let isQuoted = false
  for (let i = end - 1; i >= -1; i--) {
    const character = value[i]
    if (character === '"' && !(isQuoted && isEscaped(value, i))) isQuoted = !isQuoted
    const endsElement = i < 0 || (character === ',' && !isQuoted)
    if (!endsElement && !(character === ';' && !isQuoted)) continue
    addPair(pairs, value.slice(i + 1, end))
    end = i
    if (!endsElement || pairs.size === 0) continue
    elements.push({ node: pairs.get('for') ?? '', proto: pairs.get('proto'), host: pairs.get('host') })
    pairs = new Map()
  }
  return elements.reverse()
}

/** Whether an odd number of backslashes is before a place. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from--
  return (at - from) % 2 === 1
}

function addPair(pairs: Map<string, string>, text: string): void {
  const at = text.indexOf('=')
  if (at < 0) return
  const written = text.slice(at + 1).trim()
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"')
  pairs.set(text.slice(0, at).trim().toLowerCase(), isQuoted ? unquoted(written) : written)
}

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/gs, '$1')
