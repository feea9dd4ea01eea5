import { facetsOf } from './facets.ts'

/** The states of APIs, in the order of their life. */
export const apiStates = ['staging', 'published', 'deprecated', 'removed'] as const

/** The state of an API. */
export type ApiState = (typeof apiStates)[number]

/** One entry of the index of a kind: enough to draw a row before the record itself is read. */
export interface Entry {
  readonly id: string
  /** Absent for kinds that are neither on nor off. */
  readonly enabled?: boolean
  /** The strategy of a feature, such as `PERCENTAGE`. */
  readonly strategy?: string
  readonly tags?: readonly string[]
  /** The state of an API. */
  readonly state?: ApiState
  /** What filters such as `api:billing` find it by, in lower case. Absent for kinds without such filters. */
  readonly facets?: readonly string[]
}

/** Reads an entry from a record or from a line with some of its members; `undefined` for what has no id. */
export function entryOf(record: unknown): Entry | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const { serviceId, clientId = serviceId, id = clientId, ...members } = record as Record<string, unknown>
  const { enabled, activationStrategy: strategy, tags, state } = members
  if (typeof id !== 'string') return undefined
  const facets = facetsOf(members)
  return {
    id,
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(typeof strategy === 'string' && { strategy }),
    ...(Array.isArray(tags) && tags.length > 0 && { tags: tags.filter((tag) => typeof tag === 'string') }),
    ...(apiStates.includes(state as ApiState) && { state: state as ApiState }),
    ...(facets && { facets }),
  }
}
