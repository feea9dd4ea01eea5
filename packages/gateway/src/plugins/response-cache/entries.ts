import type { HeaderList } from '../../headers/header-list.ts'
import type { Freshness } from './freshness.ts'
import { isSame, isSelected, type Selecting } from './selecting.ts'

/** A stored response. */
export interface Stored {
  readonly status: number
  /** The headers as the backend sent them, without `Content-Length`. */
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly freshness: Freshness
  readonly selecting: Selecting
}

/** Where the responses to one request are stored. */
export interface Place {
  /** What is asked for: invalidated as a whole. */
  readonly uri: string
  /** Who may use it, and through which slot. */
  readonly owner: string
}

/** Stored responses of a gateway, up to so many bytes; the most recently used are kept. */
export interface Entries {
  readonly bytes: number
  readonly size: number
  /** Where the responses to a request are stored. */
  place(uri: string, owner: string): Place
  /** Keeps a place while the backend is called for it, so that invalidations in between count. Each needs a `release`. */
  hold(place: Place): void
  release(place: Place): void
  /** The response that the headers of a request, as the backend gets them, select. */
  find(place: Place, headers: HeaderList): Stored | undefined
  /** The names of the headers that have selected the last response in a place. */
  selectedBy(place: Place): Iterable<string>
  /** Stores a response in a place that is held, unless it was invalidated. Replaces what the same headers select. */
  store(place: Place, stored: Stored): void
  remove(stored: Stored): void
  /** Removes all responses of a URI, for all clients. */
  invalidate(uri: string): void
}

/** Variants of one place; beyond that the oldest is replaced. */
const MOST_VARIANTS = 32
/** What a stored response takes beside its texts and bytes. */
const OVERHEAD = 512

interface KnownPlace extends Place {
  /** How many calls of the backend hold it. */
  holders: number
  /** Whether it was invalidated: nothing may be stored in it any more. */
  isGone: boolean
  readonly variants: Stored[]
}

/** Creates a store. */
export function createEntries(mostBytes: number): Entries {
  const places = new Map<string, Map<string, KnownPlace>>()
  /** In the order in which they were used; the value is the place. */
  const used = new Map<Stored, KnownPlace>()
  let bytes = 0

  function forget({ uri, owner, holders, variants }: KnownPlace): void {
    const owners = places.get(uri)
    if (variants.length > 0 || holders > 0 || !owners) return
    owners.delete(owner)
    if (owners.size === 0) places.delete(uri)
  }

  function remove(stored: Stored): void {
    const place = used.get(stored)
    if (!place) return
    used.delete(stored)
    bytes -= sizeOf(stored, place)
    place.variants.splice(place.variants.indexOf(stored), 1)
    if (!place.isGone) forget(place)
  }

  return {
    get bytes() {
      return bytes
    },
    get size() {
      return used.size
    },
    place(uri, owner) {
      return places.get(uri)?.get(owner) ?? ({ uri, owner, holders: 0, isGone: false, variants: [] } as KnownPlace)
    },
    hold(asked) {
      const place = asked as KnownPlace
      place.holders++
      const owners = places.get(place.uri) ?? new Map<string, KnownPlace>()
      places.set(place.uri, owners.set(place.owner, place))
    },
    release(asked) {
      const place = asked as KnownPlace
      place.holders--
      if (!place.isGone) forget(place)
    },
    find(asked, headers) {
      const place = asked as KnownPlace
      const stored = place.variants.find(({ selecting }) => isSelected(selecting, headers))
      if (!stored) return undefined
      used.delete(stored)
      used.set(stored, place)
      return stored
    },
    selectedBy: (asked) => (asked as KnownPlace).variants[0]?.selecting.keys() ?? [],
    store(asked, stored) {
      const place = asked as KnownPlace
      const size = sizeOf(stored, place)
      if (place.isGone || size > mostBytes) return
      const replaced = place.variants.find(({ selecting }) => isSame(selecting, stored.selecting))
      place.variants.unshift(stored)
      used.set(stored, place)
      bytes += size
      if (replaced) remove(replaced)
      else if (place.variants.length > MOST_VARIANTS) remove(place.variants.at(-1) as Stored)
      for (const [oldest] of used) {
        if (bytes <= mostBytes) break
        remove(oldest)
      }
    },
    remove,
    invalidate(uri) {
      const owners = places.get(uri)
      if (!owners) return
      places.delete(uri)
      for (const place of owners.values()) {
        place.isGone = true
        for (const stored of [...place.variants]) remove(stored)
      }
    },
  }
}

function sizeOf({ headers, body, selecting }: Stored, { uri, owner }: Place): number {
  let size = OVERHEAD + uri.length + owner.length + body.length
  for (const text of headers) size += text.length
  for (const [name, value] of selecting) size += name.length + value.length
  return size
}
