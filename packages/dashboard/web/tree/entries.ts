import { type ApiState, apiStates, type Entry } from './entry.ts'
import { createInterned } from './interned.ts'

/** The ids in lower case in one text, one a line, and where each begins. */
export interface IdText {
  readonly text: string
  /** Where the id of each place begins; one more for the end. */
  readonly starts: Uint32Array
}

/** Entries in the order of their ids, in few bytes each. A place is the position of an entry in this order. */
export interface Entries {
  readonly size: number
  idAt(place: number): string
  at(place: number): Entry
  isEnabledAt(place: number): boolean | undefined
  strategyAt(place: number): string | undefined
  tagsAt(place: number): readonly string[]
  stateAt(place: number): ApiState | undefined
  /** What filters such as `api:billing` find it by. */
  facetsAt(place: number): readonly string[]
  /** Whether any entry was ever found by such filters. */
  readonly hasFacets: boolean
  /** The place of an id, or `undefined`. */
  placeOf(id: string): number | undefined
  /** The first place whose id is not before a text. */
  from(text: string): number
  /** Inserts an entry, or replaces the one with this id. */
  put(entry: Entry): void
  remove(id: string): boolean
  idText(): IdText
}

const ON = 1
const OFF = 2

/**
 * Creates an empty list of entries. Ids consist of ASCII characters, so that the order of JavaScript strings is the order
 * of the service.
 */
export function createEntries(): Entries {
  const ids: string[] = []
  const strategies = createInterned<string | undefined>((strategy) => strategy ?? '')
  const tagLists = createInterned<readonly string[]>((tags) => tags.join('\n'))
  const facetLists = createInterned<readonly string[]>((facets) => facets.join('\n'))
  facetLists.numberOf([])
  let switches = new Uint8Array(1024)
  let states = new Uint8Array(1024)
  let strategyOf = new Uint16Array(1024)
  let tagsOf = new Uint32Array(1024)
  let facetsOf = new Uint32Array(1024)
  let joined: IdText | undefined

  function grow() {
    const size = ids.length * 2
    const before = { switches, states, strategyOf, tagsOf, facetsOf }
    switches = new Uint8Array(size)
    states = new Uint8Array(size)
    strategyOf = new Uint16Array(size)
    tagsOf = new Uint32Array(size)
    facetsOf = new Uint32Array(size)
    switches.set(before.switches)
    states.set(before.states)
    strategyOf.set(before.strategyOf)
    tagsOf.set(before.tagsOf)
    facetsOf.set(before.facetsOf)
  }

  function move(from: number, by: 1 | -1) {
    for (const column of [switches, states, strategyOf, tagsOf, facetsOf])
      column.copyWithin(from + by, from, ids.length)
  }

  function from(text: string): number {
    let low = 0
    let high = ids.length
    if (high > 0 && ids[high - 1]! < text) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  const strategyAt = (place: number) => strategies.at(strategyOf[place]!)
  const tagsAt = (place: number) => tagLists.at(tagsOf[place]!)
  const stateAt = (place: number) => apiStates[states[place]! - 1]
  const facetsAt = (place: number) => facetLists.at(facetsOf[place]!)
  const isEnabledAt = (place: number) => (switches[place] === 0 ? undefined : switches[place] === ON)
  const placeOf = (id: string) => {
    const place = from(id)
    return ids[place] === id ? place : undefined
  }

  return {
    get size() {
      return ids.length
    },
    idAt: (place) => ids[place]!,
    at(place) {
      const enabled = isEnabledAt(place)
      const strategy = strategyAt(place)
      const tags = tagsAt(place)
      const state = stateAt(place)
      const facets = facetsAt(place)
      return {
        id: ids[place]!,
        ...(enabled !== undefined && { enabled }),
        ...(strategy !== undefined && { strategy }),
        ...(tags.length > 0 && { tags }),
        ...(state !== undefined && { state }),
        ...(facets.length > 0 && { facets }),
      }
    },
    isEnabledAt,
    strategyAt,
    tagsAt,
    stateAt,
    facetsAt,
    get hasFacets() {
      return facetLists.size > 1
    },
    placeOf,
    from,
    put({ id, enabled, strategy, tags = [], state, facets = [] }) {
      const place = from(id)
      if (ids[place] !== id) {
        if (ids.length + 1 >= switches.length) grow()
        if (place === ids.length) ids.push(id)
        else {
          move(place, 1)
          ids.splice(place, 0, id)
        }
        joined = undefined
      }
      switches[place] = enabled === undefined ? 0 : enabled ? ON : OFF
      strategyOf[place] = strategies.numberOf(strategy)
      tagsOf[place] = tagLists.numberOf(tags)
      states[place] = state === undefined ? 0 : apiStates.indexOf(state) + 1
      facetsOf[place] = facetLists.numberOf(facets)
    },
    remove(id) {
      const place = placeOf(id)
      if (place === undefined) return false
      move(place + 1, -1)
      ids.splice(place, 1)
      joined = undefined
      return true
    },
    idText() {
      joined ??= join(ids)
      return joined
    },
  }
}

/** Lower case may change lengths, so the lines are counted after it. */
function join(ids: readonly string[]): IdText {
  const text = ids.join('\n').toLowerCase()
  const starts = new Uint32Array(ids.length + 1)
  let at = 0
  for (let place = 1; place < ids.length; place++) {
    at = text.indexOf('\n', at) + 1
    starts[place] = at
  }
  starts[ids.length] = text.length + 1
  return { text, starts }
}
