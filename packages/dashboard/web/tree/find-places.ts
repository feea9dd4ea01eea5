import type { Entries, IdText } from './entries.ts'
import { isFacet } from './facets.ts'
import { fitsStrategy, isEmpty, type Query } from './query.ts'

/** The places of the entries that a query finds, in order; `undefined` for all of them. */
export function findPlaces(entries: Entries, query: Query): Int32Array | undefined {
  if (isEmpty(query)) return undefined
  if (query.isNever) return new Int32Array()
  const found = new Int32Array(entries.size)
  let count = 0
  const facets = entries.hasFacets ? query.words.filter(isFacet) : []
  const words = query.words.filter((word) => !facets.includes(word))
  const fits = filterOf(entries, query)
  const fitsFacets = facetFilterOf(entries, facets)
  for (const place of candidates(entries, words)) if (fits(place) && fitsFacets(place)) found[count++] = place
  return found.slice(0, count)
}

/** The places whose ids contain all words. The longest word is looked for in the text of all ids. */
function* candidates(entries: Entries, words: readonly string[]): Generator<number> {
  const [longest, ...others] = [...words].sort((a, b) => b.length - a.length)
  if (longest === undefined) {
    for (let place = 0; place < entries.size; place++) yield place
    return
  }
  const { text, starts } = entries.idText()
  let place = 0
  for (let at = text.indexOf(longest); at >= 0; at = text.indexOf(longest, starts[place])) {
    place = placeAt({ text, starts }, place, at)
    if (others.length === 0 || containsAll(text.slice(starts[place], starts[place + 1]! - 1), others)) yield place
    place += 1
    if (place >= entries.size) return
  }
}

const containsAll = (id: string, words: readonly string[]): boolean => words.every((word) => id.includes(word))

/** The place of the id at a position of the text. */
function placeAt({ starts }: IdText, after: number, position: number): number {
  let step = 1
  while (after + step < starts.length && starts[after + step]! <= position) step *= 2
  let low = after + (step >>> 1)
  let high = Math.min(after + step, starts.length - 1)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= position) low = middle
    else high = middle
  }
  return low
}

function filterOf(entries: Entries, { enabled, state, strategies, tags }: Query): (place: number) => boolean {
  const hasTags = createMemo((list: readonly string[]) => {
    const lower = list.map((tag) => tag.toLowerCase())
    return tags.every((tag) => lower.includes(tag))
  })
  const isStrategy = createMemo((strategy: string | undefined) =>
    strategies.every((beginnings) => fitsStrategy(strategy, beginnings)),
  )
  return (place) =>
    (enabled === undefined || entries.isEnabledAt(place) === enabled) &&
    (state === undefined || entries.stateAt(place) === state) &&
    (strategies.length === 0 || isStrategy(entries.strategyAt(place))) &&
    (tags.length === 0 || hasTags(entries.tagsAt(place)))
}

/**
 * Filters by what records belong to. While a filter is being typed, it finds what begins with it; once it is complete,
 * only that.
 */
function facetFilterOf(entries: Entries, facets: readonly string[]): (place: number) => boolean {
  if (facets.length === 0) return () => true
  const complete = new Set<string>()
  for (let place = 0; place < entries.size; place++) for (const facet of entries.facetsAt(place)) complete.add(facet)
  const hasAll = createMemo((list: readonly string[]) =>
    facets.every((facet) => (complete.has(facet) ? list.includes(facet) : list.some((one) => one.startsWith(facet)))),
  )
  return (place) => hasAll(entries.facetsAt(place))
}

/** Remembers answers: entries share their tags and strategies. */
function createMemo<T>(answer: (value: T) => boolean) {
  const known = new Map<T, boolean>()
  return (value: T): boolean => {
    const before = known.get(value)
    if (before !== undefined) return before
    const now = answer(value)
    known.set(value, now)
    return now
  }
}
