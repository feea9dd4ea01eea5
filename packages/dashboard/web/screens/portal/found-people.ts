/** The records that have all words of a search in their texts, by their first text. */
export function foundPeople<T>(records: readonly T[], words: string, textsOf: (record: T) => readonly string[]): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return records
    .map((record) => ({ record, texts: textsOf(record) }))
    .filter(({ texts }) => {
      const text = texts.join('\n').toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort((one, other) => (one.texts[0] ?? '').localeCompare(other.texts[0] ?? ''))
    .map(({ record }) => record)
}
