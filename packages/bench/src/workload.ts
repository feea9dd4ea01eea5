/** The features and users that every candidate gets: the same data, whatever shape each of them wants it in. */
import type { Feature } from '@signalbox/core'

/** Someone whom features are checked for. */
export interface User {
  readonly id: string
  readonly [name: string]: unknown
}

/** Features of four kinds in turn: on/off, percentage, date range, customers list. */
export const kinds = ['NO_STRATEGY', 'PERCENTAGE', 'DATE_RANGE', 'CUSTOMERS_LIST'] as const

/** A feature of one of the kinds. */
export type MixedFeature = Extract<Feature, { activationStrategy: (typeof kinds)[number] }>

/** The features that were, are, and will be active. */
const windows = [
  { from: '2020-01-01 00:00:00', to: '2020-12-31 23:59:59' },
  { from: '2020-01-01 00:00:00', to: '2120-12-31 23:59:59' },
  { from: '2119-01-01 00:00:00', to: '2120-12-31 23:59:59' },
]

/** How many customers a list names. */
const LISTED = 5

/** The feature with a number. A hundred each are below one `team`. */
export function mixedFeature(number: number, users: readonly User[]): MixedFeature {
  const turn = Math.floor(number / kinds.length)
  const id = `team${Math.floor(number / 100)}:area${number % 10}:feature-${number}`
  const activationStrategy = kinds[number % kinds.length]!
  switch (activationStrategy) {
    case 'NO_STRATEGY':
      return { id, enabled: turn % 2 === 0, activationStrategy }
    case 'PERCENTAGE':
      return { id, enabled: true, activationStrategy, parameters: { percentage: ((turn * 7) % 19) * 5 + 5 } }
    case 'DATE_RANGE':
      return { id, enabled: true, activationStrategy, parameters: { ...windows[turn % windows.length]! } }
    case 'CUSTOMERS_LIST': {
      const customers = Array.from({ length: LISTED }, (_, i) => users[(turn * 31 + i * 97) % users.length]!.id)
      return { id, enabled: true, activationStrategy, parameters: { customers } }
    }
  }
}

/** So many features. */
export const mixedFeatures = (count: number, users: readonly User[]): MixedFeature[] =>
  Array.from({ length: count }, (_, number) => mixedFeature(number, users))

/** So many users, always the same. */
export const manyUsers = (count: number): User[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `user-${Math.imul(number + 1, 0x9e3779b1) >>> 0}`,
    country: ['FR', 'DE', 'US', 'GB'][number % 4],
    plan: ['free', 'pro'][number % 2],
  }))

/** The api key that requests carry. */
export const key = { clientId: 'bench', clientSecret: 'a secret of the benchmark' }

/** Who is asked about what, in an order without order: place i asks for feature `asked[i]` and user `asker[i]`. */
export interface Questions {
  readonly asked: Uint32Array
  readonly asker: Uint32Array
}

/** How many questions there are before they begin again; a power of two, so that a loop goes on by a mask. */
export const QUESTIONS = 2 ** 16

/** Questions about so many features by so many users. */
export function questions(features: number, users: number): Questions {
  let state = 42
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return {
    asked: Uint32Array.from({ length: QUESTIONS }, () => below(features)),
    asker: Uint32Array.from({ length: QUESTIONS }, () => below(users)),
  }
}
