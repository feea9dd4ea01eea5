import { memoryStore, type Store } from '@signalbox/core'

/** Each id is a branch of its own in a tree, several segments deep. */
const idOf = (number: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}${number + 100_000}`).join(':')

/** One text shared by all records: the records take no memory, but their serialized form does. */
const note = 'x'.repeat(1000)

/** A store without data: it generates `count` features and configs anew in every scan. */
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
