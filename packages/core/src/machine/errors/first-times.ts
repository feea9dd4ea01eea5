/** The most characters of a key that is remembered: ids have no more. */
const MOST_CHARACTERS = 512

/**
 * Creates what tells whether a key is asked about for the first time. Remembers `most` keys, and then answers false for all
 * others: a program that makes up keys fills neither its memory nor its log. Allocates nothing for a key that it knows.
 */
export function firstTimes(most = 1000): (key: string) => boolean {
  const known = new Set<string>()
  return (key) => {
    // Programs in JavaScript may pass anything.
    const kept = typeof key !== 'string' ? 'no text' : key.length > MOST_CHARACTERS ? 'too long' : key
    if (known.has(kept) || known.size >= most) return false
    known.add(kept)
    return true
  }
}
