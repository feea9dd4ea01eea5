import type { Slice } from '../slice.ts'

/** What groups operations in documents. */
export interface Tags {
  /** What each tag stands for. */
  readonly tags: Readonly<Record<string, string>>
  /** The tag of an operation, by its name. */
  tagOf(name: readonly string[]): string
}

/** The tags of slices. Operations without one of their own have the first of their slice. */
export function tagsOf(slices: readonly Pick<Slice, 'contract' | 'tags'>[]): Tags {
  const tags = Object.assign({}, ...slices.map((slice) => slice.tags)) as Record<string, string>
  const first = new Map(
    slices.flatMap((slice) => Object.keys(slice.contract).map((word) => [word, Object.keys(slice.tags)[0]] as const)),
  )
  return { tags, tagOf: ([word = '']) => (Object.hasOwn(tags, word) ? word : (first.get(word) ?? word)) }
}
