import { contractOf, type Listed, operations } from '@signalbox/core/wire'
import { type Described, describers } from './docs/docs.ts'
import { type FixedQueries, fixedQueriesOf } from './fixed-queries.ts'
import type { HonoOptions } from './hono-options.ts'
import { createMatcher, type Matcher } from './match.ts'
import { type Mountable, slicesOf } from './mountable.ts'

/** The routes of a box. */
export interface Routes<T> extends Matcher<T> {
  readonly listed: readonly Listed[]
  /** The paths of all routes. */
  readonly paths: readonly string[]
}

/** How targets of routes are made. */
interface Targets<T> {
  toCall(one: Listed, fixedQueries: FixedQueries): T
  toDescription(one: Described): T
}

/** Creates the routes of a box: its operations, and the descriptions of the service. */
export function createRoutes<T>(
  box: Mountable,
  { docs = {}, clientIdHeader, clientSecretHeader }: Omit<HonoOptions<never>, 'observe'>,
  { toCall, toDescription }: Targets<T>,
): Routes<T> {
  const listed = operations(contractOf(slicesOf(box)))
  const described = describers(box, docs, { clientIdHeader, clientSecretHeader })
  const fixedQueries = fixedQueriesOf(listed)
  const matcher = createMatcher<T>([
    ...listed.map((one) => ({ ...one.operation, target: toCall(one, fixedQueries) })),
    ...described.map((one) => ({ method: 'GET', path: one.description.path, target: toDescription(one) })),
  ])
  const paths = [...listed.map(({ operation }) => operation.path), ...described.map((one) => one.description.path)]
  return { ...matcher, listed, paths }
}
