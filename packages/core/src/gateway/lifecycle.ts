import { canonicalJson } from '../canonical-json.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { ApiDefinition, ApiState } from './api.ts'

/**
 * What a write does beside saving the API: `publishes` always appends a deployment, `publishes changes` when what is served
 * changes; `refused` writes nothing.
 */
export type Effect = 'saves' | 'publishes' | 'publishes changes' | 'refused'

/** What becomes of an API in a state (first) that is written with a state (second); decisions 8.3. */
export const transitions = {
  staging: { staging: 'saves', published: 'publishes', deprecated: 'refused', removed: 'refused' },
  published: {
    staging: 'refused',
    published: 'publishes changes',
    deprecated: 'publishes changes',
    removed: 'saves',
  },
  deprecated: { staging: 'refused', published: 'publishes', deprecated: 'saves', removed: 'saves' },
  removed: { staging: 'saves', published: 'refused', deprecated: 'refused', removed: 'saves' },
} as const satisfies Record<ApiState, Record<ApiState, Effect>>

/** What writing an API with this state does. CONFLICT, with the members `from` and `to`, for a move that is not allowed. */
export function effectOf(id: string, from: ApiState, to: ApiState): Exclude<Effect, 'refused'> {
  const effect = transitions[from][to]
  if (effect !== 'refused') return effect
  const allowed = Object.entries(transitions[from]).flatMap(([state, one]) =>
    one === 'refused' || state === from ? [] : [state],
  )
  throw new SignalboxError(
    'CONFLICT',
    `API ${id} cannot go from ${from} to ${to}; from ${from} it goes to ${allowed.join(' or ')}`,
    { errors: [problem('error.state.transition', from, to)], members: { from, to } },
  )
}

/** Refuses a new API in any state but staging (INVALID). */
export function checkFirstState(id: string, state: ApiState): void {
  if (state === 'staging') return
  throw new SignalboxError('INVALID', `API ${id} must begin in staging, not ${state}; publish it when it is there`, {
    fieldErrors: { '/state': [problem('error.enum', 'staging')] },
  })
}

/** What no consumer of an API meets: a change of these alone needs no publication. */
export const unserved: ReadonlySet<string> = new Set(['state', 'versions', 'clients', 'testing'])

/** The members in which two APIs differ, in the contract's order; not those that are in `ignored`. */
export function differingMembers(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string> = new Set(),
): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !ignored.has(name))
  return names.filter((name) => textOf(a[name]) !== textOf(b[name]))
}

/** Whether consumers would be served otherwise by one than by the other. */
export const isServedOtherwise = (a: ApiDefinition, b: ApiDefinition): boolean =>
  differingMembers(a, b, unserved).length > 0

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : canonicalJson(value))
