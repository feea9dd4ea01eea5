/** Whether a text, read from a place on, begins with any of several texts. */
export type AnyPrefix = (text: string, from: number) => boolean

/**
 * Searches for any of several texts at a place of another one, in time that hardly grows with their number, and without
 * allocating. `forwards` compares from a place to the end; `backwards` from the end to the beginning.
 */
export function anyPrefix(texts: readonly string[], direction: 'forwards' | 'backwards'): AnyPrefix {
  const isForwards = direction === 'forwards'
  const prefixes = withoutLonger(isForwards ? texts : texts.map(reversed))
  return (text, from) => {
    let low = 0
    let high = prefixes.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = compare(prefixes[middle] as string, text, isForwards ? from : -1)
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return false
  }
}

/** The texts in order, without texts that begin with another one: at most one of the rest is a prefix of a text. */
function withoutLonger(texts: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (const text of [...texts].sort()) {
    const last = kept.at(-1)
    if (last === undefined || !text.startsWith(last)) kept.push(text)
  }
  return kept
}

/** The order of a prefix and a text from a place on, or from its end backwards (-1); 0 if the text begins with it. */
function compare(prefix: string, text: string, from: number): number {
  const length = from < 0 ? text.length : text.length - from
  for (let i = 0; i < prefix.length; i++) {
    if (i >= length) return 1
    const unit = text.charCodeAt(from < 0 ? length - 1 - i : from + i)
    const difference = prefix.charCodeAt(i) - unit
    if (difference !== 0) return difference
  }
  return 0
}

/** The UTF-16 units of a text in reverse order. */
const reversed = (text: string): string => text.split('').reverse().join('')
