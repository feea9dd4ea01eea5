import type { Signalbox } from '@signalbox/core'

/** What a process does. */
export type Act = (box: Signalbox) => Promise<unknown>

/** Two concurrent acts on the same initial state. `never` lists pairs of outcomes that contradict each other. */
export interface Race {
  readonly what: string
  readonly begin?: Act
  readonly acts: readonly [first: Act, second: Act]
  readonly never: readonly (readonly [first: 'done' | 'refused', second: 'done' | 'refused'])[]
}
