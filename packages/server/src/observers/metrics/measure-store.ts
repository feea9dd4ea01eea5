import type { Index, Store } from '@signalbox/core'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'
import { type Told, timeIterable, timePromise } from './time-calls.ts'
import { withMethods } from './with-methods.ts'

/** Methods that return a promise, and methods that return an iterable. Other methods are not measured. */
const promising = [
  'get',
  'count',
  'countEvents',
  'commit',
  'head',
  'check',
  'trim',
  'trimmedTo',
  'rewrite',
] as const satisfies (keyof Store)[]
const iterating = ['scan', 'read', 'readBack'] as const satisfies (keyof Store)[]

/**
 * Measures calls of a store, by method. The store that it returns has exactly the methods of the other one. Calls of an
 * index are `index.keys`, `index.count` and `index.pick`.
 */
export function measureStore({ histogram, counter }: Pick<Families, 'histogram' | 'counter'>) {
  const durations = histogram(serverMetrics.storeSeconds)
  const failures = counter(serverMetrics.storeFailures)

  const tellOf = (method: string): Told => {
    const labels = { method }
    failures.inc(labels, 0) // Prometheus sees no increase from nothing to 1
    return (seconds, isFailed) => {
      durations.observe(labels, seconds)
      if (isFailed) failures.inc(labels)
    }
  }

  function measuredIndex(index: Index): Index {
    return withMethods(index, {
      keys: (...args) => timeIterable(index.keys(...args), indexCalls.keys),
      count: (...args) => timePromise(() => index.count(...args), indexCalls.count),
      pick: (...args) => timePromise(() => index.pick(...args), indexCalls.pick),
    })
  }
  const indexCalls = { keys: tellOf('index.keys'), count: tellOf('index.count'), pick: tellOf('index.pick') }

  function measure<S extends Partial<Store>>(store: S): S {
    const measured: Record<string, unknown> = {}
    for (const name of promising) {
      const tell = tellOf(name)
      const call = store[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
      if (call) measured[name] = (...args: unknown[]) => timePromise(async () => call.apply(store, args), tell)
    }
    for (const name of iterating) {
      const tell = tellOf(name)
      const call = store[name] as ((...args: unknown[]) => AsyncIterable<unknown>) | undefined
      if (call) measured[name] = (...args: unknown[]) => timeIterable(call.apply(store, args), tell)
    }
    const tellIndex = tellOf('index')
    if (store.index)
      measured.index = async (...args: Parameters<NonNullable<Store['index']>>) => {
        const index = await timePromise(async () => store.index?.(...args), tellIndex)
        return index && measuredIndex(index)
      }
    if (store.indexWithin)
      measured.indexWithin = async (...args: Parameters<NonNullable<Store['indexWithin']>>) => {
        const index = await timePromise(async () => store.indexWithin?.(...args), tellIndex)
        return index && measuredIndex(index)
      }
    if (store.replica) measured.replica = measure(store.replica)
    return withMethods(store, measured as Partial<S>)
  }
  return measure as <S extends Store>(store: S) => S
}
