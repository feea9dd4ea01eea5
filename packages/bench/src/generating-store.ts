import { memoryStore, type Store } from '@signalbox/core'

/** A store without data: it generates each feature from JSON, or its text, as a database would, in every scan. */
export function generatingStore(count: number, feature: (number: number) => { readonly id: string }): Store {
  return {
    ...memoryStore(),
    async *scan(collection, { asText = false } = {}) {
      if (collection !== 'features') return
      for (let number = 0; number < count; number++) {
        const one = feature(number)
        const text = JSON.stringify(one)
        yield {
          key: one.id,
          ...(asText ? { value: undefined, text } : { value: JSON.parse(text) }),
          version: `${number}`,
        }
      }
    },
  }
}
