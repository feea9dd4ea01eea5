import type { Slice } from '../slice.ts'

/** The tags that group operations in documents. */
export interface Tags {
  /** The description of each tag. */
  readonly tags: Readonly<Record<string, string>>
  /** The tag of an operation, by its name. */
  tagOf(name: readonly string[]): string
}

/** Collects the tags of slices. Operations without a tag of their own get the first one of their slice. */
export function tagsOf(slices: readonly Pick<Slice, 'contract' | 'tags'>[]): Tags {
  const tags = Object.assign({}, ...slices.map((slice) => slice.tags)) as Record<string, string>
  const first = new Map(
    slices.flatMap((slice) => Object.keys(slice.contract).map((word) => [word, Object.keys(slice.tags)[0]] as const)),
  )
  return { tags, tagOf: ([word = '']) => (Object.hasOwn(tags, word) ? word : (first.get(word) ?? word)) }
}
