import type { Reads } from '../ports.ts'
import { behind, firstPart } from './usage-keys.ts'

/** The first parts of the keys of a collection, each once and in order. Takes a read for each. */
export async function* firstParts(store: Reads, collection: string): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    let first: string | undefined
    for await (const { key } of store.scan(collection, { limit: 1, ...(after !== undefined && { after }) }))
      first = firstPart(key)
    if (first === undefined) return
    yield first
    after = behind(first)
  }
}
