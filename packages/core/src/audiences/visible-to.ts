import type { Condition } from '../conditions/condition.ts'

/** Whether somebody belongs to an audience. */
export type IsInAudience = (audience: Condition) => boolean

/** An API, or any part of one, with its documentation. */
interface Documented {
  readonly documentation?: {
    readonly audience?: Condition
    readonly plans?: readonly { readonly audience?: Condition }[]
  }
}

/**
 * The part of an API that somebody may see: without the plans for others; `undefined` if the API is for others. Without an
 * audience, an API and a plan are for everybody. Returns the API itself if all of it can be seen. Pure.
 *
 * @example
 * visibleTo(api, (audience) => compileCondition(audience, environment).isTrue(contextOf(consumer)))
 */
export function visibleTo<A extends Documented>(api: A, isIn: IsInAudience): A | undefined {
  const { documentation } = api
  const isFor = ({ audience }: { readonly audience?: Condition }) => audience === undefined || isIn(audience)
  if (!documentation) return api
  if (!isFor(documentation)) return undefined
  const { plans = [] } = documentation
  const seen = plans.filter(isFor)
  return seen.length === plans.length ? api : { ...api, documentation: { ...documentation, plans: seen } }
}
