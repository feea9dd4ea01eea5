import { compileWhere } from '../keys/pattern.ts'
import type { SortedKeys } from '../keys/sorted-keys.ts'
import { sortedKeys } from '../keys/sorted-keys.ts'
import { answerTurn } from '../turns.ts'

/** A record, or its JSON text. */
export type StoredRecord = unknown

/** Records by id, and their ids in key order. */
export interface CompiledRecords<T> {
  readonly inOrder: Pick<SortedKeys, 'from' | 'size'>
  /** The record, or its text if it is not compiled yet. */
  peek(id: string): T | string | undefined
  find(id: string): T | undefined
  set(id: string, record: StoredRecord): void
  delete(id: string): void
}

/**
 * Compiled records are in an object without a prototype, so that ids such as `constructor` are plain data. An object
 * finds a known string in half the time of a `Map`, which compares the characters of two equal strings. Records that
 * are texts wait in a `Map` until they are first found, because it takes a new string in a third of the time: a program
 * that starts with a million features uses few of them, and a text takes a fraction of the memory.
 */
export function compiledRecords<T extends object>(
  compile: (id: string, stored: StoredRecord) => T,
): CompiledRecords<T> {
  const byId: Record<string, T> = Object.create(null)
  const texts = new Map<string, string>()
  const inOrder = sortedKeys()

  function compileText(id: string): T | undefined {
    const text = texts.get(id)
    if (text === undefined) return undefined
    const compiled = compile(id, text)
    byId[id] = compiled
    texts.delete(id)
    return compiled
  }

  return {
    inOrder,
    peek: (id) => byId[id] ?? texts.get(id),
    find: (id) => byId[id] ?? compileText(id),
    set(id, record) {
      const isNew = inOrder.add(id)
      if (typeof record === 'string') {
        texts.set(id, record)
        if (!isNew) delete byId[id]
      } else {
        byId[id] = compile(id, record)
        texts.delete(id)
      }
    },
    delete(id) {
      if (byId[id] === undefined && !texts.has(id)) return
      delete byId[id]
      texts.delete(id)
      inOrder.delete(id)
    },
  }
}

/** The records of a sorted index whose id matches every pattern list, in slices. */
export async function* slicesOf<T>(
  { find, inOrder }: CompiledRecords<T>,
  { where, size }: { readonly where: readonly string[]; readonly size: number },
): AsyncGenerator<readonly T[]> {
  const pattern = compileWhere(where)
  let after: string | undefined
  for (let seen = size; seen === size; ) {
    const slice: T[] = []
    seen = 0
    for (const key of inOrder.from(after ?? pattern.prefix)) {
      if (!key.startsWith(pattern.prefix)) break
      if (key === after) continue
      if (pattern.matches(key)) slice.push(find(key) as T)
      after = key
      if (++seen === size) break
    }
    yield slice
    if (seen === size) await answerTurn()
  }
}
