import type { Store } from '@signalbox/core'
import { memoryStore } from '@signalbox/core'

/** Each is a branch of its own in a tree, some segments deep. */
const idOf = (number: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}${number + 100_000}`).join(':')

/** One text for all of them: what they hold takes no memory, what is written of them does. */
const note = 'x'.repeat(1000)

/** A store that holds nothing: it makes so many features and configs anew whenever they are scanned. */
export function generatedStore(count: number): Store {
  const make = {
    features: (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY', metadata: { note } }),
    configs: (id: string) => ({ id, value: { note } }),
  }
  return {
    ...memoryStore(),
    async *scan(collection) {
      if (!Object.hasOwn(make, collection)) return
      for (let number = 0; number < count; number++) {
        const id = idOf(number)
        yield { key: id, value: make[collection as keyof typeof make](id), version: '1' }
      }
    },
  }
}
