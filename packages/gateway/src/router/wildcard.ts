/** Compiles a pattern in which `*` stands for any characters. It matches whole texts. */
export function wildcard(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*')
  const first = pieces[0] as string
  const last = pieces.at(-1) as string
  if (pieces.length === 1) return (text) => text === pattern
  const inner = pieces.slice(1, -1)
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of inner) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - last.length
  }
}
