import { memoryStore } from '@signalbox/core'
import { describeStore } from './describe-store.ts'

describeStore('in memory', () => memoryStore())

describeStore('in memory, through two handles', () => memoryStore(), {
  connect: (store) => ({ ...store, close: async () => {} }),
})
