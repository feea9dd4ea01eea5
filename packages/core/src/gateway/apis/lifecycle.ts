import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { canonicalJson } from '../../machine/json/canonical-json.ts'
import type { ApiDefinition, ApiState } from './api.ts'
import { withLifecycleOf } from './deprecation.ts'

/**
 * What a write does: `publishes` always appends a deployment, `publishes changes` only if what is served changes,
 * `saves` never; `refused` writes nothing.
 */
export type Effect = 'saves' | 'publishes' | 'publishes changes' | 'refused'

/**
 * The effect of a write, by the state of the API (first key) and the state written (second key). A removed API must go
 * back to staging before it can be published again. See `packages/core/docs/gateway.md`, States.
 */
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

/**
 * The effect of writing an API with this state. Throws CONFLICT, with the members `from` and `to`, if the move is not
 * allowed.
 */
export function effectOf(id: string, from: ApiState, to: ApiState): Exclude<Effect, 'refused'> {
  const effect = transitions[from][to]
  if (effect !== 'refused') return effect
  const allowed = Object.entries(transitions[from]).flatMap(([state, one]) =>
    one === 'refused' || state === from ? [] : [state],
  )
  throw new SignalboxError(
    'CONFLICT',
    `API ${id} cannot change from ${from} to ${to}; from ${from} it can change to ${allowed.join(' or ')}`,
    { errors: [problem('error.state.transition', from, to)], members: { from, to } },
  )
}

/** Throws INVALID if a new API is in any state but staging. */
export function checkFirstState(id: string, state: ApiState): void {
  if (state === 'staging') return
  throw new SignalboxError(
    'INVALID',
    `The new API ${id} must have the state staging, not ${state}: create it in staging, then publish it`,
    {
      fieldErrors: { '/state': [problem('error.enum', 'staging')] },
    },
  )
}

/** Members that consumers never notice: changing only these needs no publication. */
const unserved: ReadonlySet<string> = new Set([
  ...['state', 'versions', 'clients', 'testing'],
  ...['deprecated_at', 'sunset_at', 'successor'],
])

/** The members in which two APIs differ, in schema order, without those in `ignored`. */
function differingMembers(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string> = new Set(),
): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !ignored.has(name))
  return names.filter((name) => textOf(a[name]) !== textOf(b[name]))
}

/** The members by which consumers could tell a definition from the one that is served. */
export const servedDifferences = (served: ApiDefinition, api: ApiDefinition): string[] =>
  differingMembers(withLifecycleOf(served, api), api, unserved)

/** Whether the two definitions serve consumers differently. */
export const isServedOtherwise = (a: ApiDefinition, b: ApiDefinition): boolean => servedDifferences(a, b).length > 0

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : canonicalJson(value))
