/** Compares keys by their UTF-8 bytes, which is the order of their code points. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? rank(x) - rank(y) : x - y
  }
  return a.length - b.length
}

/** Ranks surrogates above all other UTF-16 units, because they stand for the highest code points. */
const rank = (unit: number): number => (unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
