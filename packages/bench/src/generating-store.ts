import type { Store } from '@signalbox/core'
import { memoryStore } from '@signalbox/core'

/** A store without data: it generates each feature from JSON, as a database would, in every scan. */
export function generatingStore(count: number, feature: (number: number) => { readonly id: string }): Store {
  return {
    ...memoryStore(),
    async *scan(collection) {
      if (collection !== 'features') return
      for (let number = 0; number < count; number++) {
        const text = JSON.stringify(feature(number))
        const value = JSON.parse(text) as { id: string }
        yield { key: value.id, value, version: String(number) }
      }
    },
  }
}
