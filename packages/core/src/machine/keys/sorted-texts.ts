import { compareKeys } from './compare-keys.ts'

/**
 * Texts in key order that know their positions, so that counting a range or skipping to a page does not walk over the
 * texts before it. Texts are in chunks; a position is found by adding up the lengths of the chunks.
 */
export interface SortedTexts {
  readonly size: number
  /** Adds a text. It must not be there yet. */
  add(text: string): void
  /** Deletes a text, if it is there. */
  delete(text: string): void
  /** The number of texts before this one, whether it is there or not. */
  before(text: string): number
  /** The texts from a position on. Texts may be added and deleted meanwhile: each that stays comes exactly once. */
  from(position: number): Generator<string, void, undefined>
  /** The texts from a position back to the first, likewise. */
  back(position: number): Generator<string, void, undefined>
}

/** The most texts of a chunk. Larger chunks make adding slower, smaller ones finding positions. */
const MOST_TEXTS_PER_CHUNK = 512

/** Creates an empty set of texts. */
export function sortedTexts(): SortedTexts {
  const chunks: string[][] = []
  let size = 0
  /** Changes with every write, so that readers notice that their place may have moved. */
  let writes = 0

  /** The chunk that has a text or would have it: the last that does not begin after it. */
  function chunkOf(text: string): number {
    let [low, high] = [0, chunks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (compareKeys(chunks[middle]![0]!, text) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  function place(text: string) {
    const at = chunkOf(text)
    const chunk = chunks[at]
    return { at, offset: chunk ? placeIn(chunk, text) : 0 }
  }

  function split(at: number): void {
    const chunk = chunks[at] as string[]
    // Records often come in order: then full chunks stay full.
    const half = at === chunks.length - 1 ? MOST_TEXTS_PER_CHUNK : MOST_TEXTS_PER_CHUNK / 2
    chunks.splice(at + 1, 0, chunk.splice(half))
  }

  return {
    get size() {
      return size
    },
    add(text) {
      const { at, offset } = place(text)
      if (chunks.length === 0) chunks.push([])
      const chunk = chunks[at] as string[]
      chunk.splice(offset, 0, text)
      if (chunk.length > MOST_TEXTS_PER_CHUNK) split(at)
      size++
      writes++
    },
    delete(text) {
      const { at, offset } = place(text)
      const chunk = chunks[at]
      if (chunk?.[offset] !== text) return
      chunk.splice(offset, 1)
      if (chunk.length === 0) chunks.splice(at, 1)
      size--
      writes++
    },
    before(text) {
      const { at, offset } = place(text)
      let count = offset
      for (let i = 0; i < at; i++) count += (chunks[i] as string[]).length
      return count
    },
    *from(position) {
      let { at, offset } = spotOf(position)
      while (at < chunks.length) {
        const text = (chunks[at] as string[])[offset]
        if (text === undefined) {
          at++
          offset = 0
          continue
        }
        const seen = writes
        yield text
        if (seen !== writes) ({ at, offset } = place(text))
        if (seen === writes || chunks[at]?.[offset] === text) offset++
      }
    },
    *back(position) {
      if (position < 0) return
      let { at, offset } = spotOf(Math.min(position, size - 1))
      while (at >= 0 && chunks.length > 0) {
        const text = (chunks[at] as string[])[offset]
        if (text === undefined) {
          at--
          offset = (chunks[at]?.length ?? 0) - 1
          continue
        }
        const seen = writes
        yield text
        if (seen !== writes) ({ at, offset } = place(text))
        offset--
      }
    },
  }

  /** The chunk of a position, and the place in this chunk. */
  function spotOf(position: number) {
    let at = 0
    let offset = Math.max(0, position)
    while (at < chunks.length && offset >= (chunks[at] as string[]).length) offset -= (chunks[at++] as string[]).length
    return { at, offset }
  }
}

/** The position of a text in a sorted list, or where it would be. */
function placeIn(texts: readonly string[], text: string): number {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareKeys(texts[middle] as string, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}
