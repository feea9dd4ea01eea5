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

/** What a store under test is capable of. */
export interface StoreSuiteOptions {
  /**
   * Opens another handle on the data of a store, as a second process would hold it, and adds the tests of sharing and
   * reopening. Absent for stores whose data nobody else can reach.
   */
  readonly connect?: (store: Store) => Store | Promise<Store>
  /** How long news may take to reach a watcher, in milliseconds. @default 20_000 */
  readonly patience?: number
}

/**
 * Registers the contract of the `Store` port as Vitest tests. `create` gives a fresh, empty store on the machine's own
 * clock; it is called for each test, which closes what it was given.
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
