import { transitions } from '@signalbox/core/gateway'
import type { GatewayApi } from '../served/gateway-api.ts'

/** A state of an API. */
export type ApiState = keyof typeof transitions

/** The states in the order in which an API passes them. */
export const states = Object.keys(transitions) as ApiState[]

/** The states as words. */
export const stateWords = {
  staging: 'Staging',
  published: 'Published',
  deprecated: 'Deprecated',
  removed: 'Removed',
} as const satisfies Record<ApiState, string>

/** The state of an API. */
export const stateOf = ({ state = 'staging' }: Pick<GatewayApi, 'state'>): ApiState => state

/** A move between states that the service allows. */
export interface Move {
  readonly to: ApiState
  /** The label of its button. Moves with an ellipsis ask first. */
  readonly verb: string
}

/** The moves from a state, in the order of the states. */
export const movesFrom = (from: ApiState): readonly Move[] =>
  states.flatMap((to) => (to === from || transitions[from][to] === 'refused' ? [] : [{ to, verb: verbOf(from, to) }]))

/** Whether an API in a state can be published, by its draft or by an earlier deployment. */
export const canPublish = (from: ApiState): boolean => transitions[from].published !== 'refused'

const verbs = {
  staging: 'Back to staging',
  published: 'Publish…',
  deprecated: 'Deprecate…',
  removed: 'Remove…',
} as const satisfies Record<ApiState, string>

const verbOf = (from: ApiState, to: ApiState): string =>
  from === 'deprecated' && to === 'published' ? 'Publish again' : verbs[to]
