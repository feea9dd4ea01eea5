import type { Store } from '@signalbox/core'
import { describe } from 'vitest'
import { describeCommits } from './store/commits.ts'
import { describeConcurrency } from './store/concurrency.ts'
import { describeIndexedLists } from './store/indexed-lists.ts'
import { describeIndexes } from './store/indexes.ts'
import { describeLog } from './store/log.ts'
import { describePatterns } from './store/patterns.ts'
import { describeScans } from './store/scans.ts'
import { describeSharing } from './store/sharing.ts'
import { storeTest } from './store/store-test.ts'
import { describeValues } from './store/values.ts'
import { describeVersions } from './store/versions.ts'

/** Options of `describeStore`: what the store under test can do. */
export interface StoreSuiteOptions {
  /**
   * Opens another handle on the same data, as a second process would. Adds the tests for sharing and reopening. Leave
   * it out for stores whose data only one handle can reach.
   */
  readonly connect?: (store: Store) => Store | Promise<Store>
  /** The longest time in milliseconds that a change may take to reach a watcher. @default 20_000 */
  readonly patience?: number
}

/**
 * Registers Vitest tests for the contract of the `Store` port. `create` runs once per test and returns a new, empty
 * store that uses the system clock. Each test closes its stores.
 *
 * @example
 * ```ts
 * describeStore('of mine', () => memoryStore())
 * ```
 */
export function describeStore(
  name: string,
  create: () => Store | Promise<Store>,
  { connect, patience = 20_000 }: StoreSuiteOptions = {},
): void {
  const test = storeTest(create, patience)
  describe(`the store ${name}`, () => {
    describeCommits(test)
    describeVersions(test)
    describeValues(test)
    describeScans(test)
    describePatterns(test)
    describeIndexes(test)
    describeIndexedLists(test)
    describeLog(test)
    describeConcurrency(test)
    if (connect) describeSharing(test, connect)
  })
}
