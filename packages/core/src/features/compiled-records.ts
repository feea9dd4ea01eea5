import { compileWhere } from '../machine/keys/pattern.ts'
import { type Block, sortedValues } from '../machine/keys/sorted-values.ts'
import { answerTurn } from '../machine/time/event-loop-turns.ts'

/** A record, or its JSON text. */
export type StoredRecord = unknown

/** Records by id, in key order. Texts are compiled when they are first found. */
export interface CompiledRecords<T> {
  readonly size: number
  ids(): Iterable<string>
  /** The record, or its text if it is not compiled yet. */
  peek(id: string): T | string | undefined
  find(id: string): T | undefined
  /**
   * The records whose id matches every pattern list, in slices. Other work gets the thread after each `size` records
   * that were looked at.
   */
  slices(where: readonly string[], size: number): AsyncIterable<readonly T[]>
  set(id: string, record: StoredRecord): void
  delete(id: string): void
}

/**
 * Creates records from what compiles a record or its text. They are kept in key order; records that were found by their
 * id are also in an object, which finds a known string in half the time of a `Map`, because a `Map` compares the
 * characters of two equal strings. A program that starts with a million features finds few of them by their ids, and a
 * text takes a fraction of the memory. The object has no prototype, so that ids such as `constructor` are plain data.
 */
export function compiledRecords<T extends object>(
  compile: (id: string, stored: StoredRecord) => T,
): CompiledRecords<T> {
  const found: Record<string, T> = Object.create(null)
  const inOrder = sortedValues<T | string>()

  function compiledAt({ keys, values }: Block<T | string>, index: number): T {
    const value = values[index]!
    if (typeof value !== 'string') return value
    const compiled = compile(keys[index]!, value)
    values[index] = compiled
    return compiled
  }

  /** The string of the caller becomes the id everywhere, because the object keeps it in any case. */
  function findFirst(id: string): T | undefined {
    const place = inOrder.find(id)
    if (place === undefined) return undefined
    place.keys[place.index] = id
    const compiled = compiledAt(place, place.index)
    found[id] = compiled
    return compiled
  }

  function peek(id: string): T | string | undefined {
    const place = inOrder.find(id)
    return place?.values[place.index]
  }

  async function* slices(where: readonly string[], size: number): AsyncGenerator<readonly T[]> {
    const { prefix, whole, matches } = compileWhere(where)
    let after: string | undefined
    for (let seen = size; seen === size; ) {
      const slice: T[] = []
      seen = 0
      blocks: for (const block of inOrder.from(after ?? prefix)) {
        const { keys } = block
        for (let { index } = block; index < keys.length; index++) {
          const key = keys[index]!
          if (!key.startsWith(prefix)) break blocks
          if (key === after) continue
          if (whole || matches(key)) slice.push(compiledAt(block, index))
          after = key
          if (++seen === size) break blocks
        }
      }
      yield slice
      if (seen === size) await answerTurn()
    }
  }

  return {
    get size() {
      return inOrder.size
    },
    *ids() {
      for (const { keys } of inOrder.from()) yield* keys
    },
    peek,
    find: (id) => found[id] ?? findFirst(id),
    slices,
    set(id, record) {
      const isNew = inOrder.set(id, typeof record === 'string' ? record : compile(id, record))
      if (!isNew) delete found[id]
    },
    delete(id) {
      if (inOrder.delete(id)) delete found[id]
    },
  }
}
