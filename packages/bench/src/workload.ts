/** The features and users that every candidate gets: the same data, in the form that each of them needs. */
import type { Feature } from '@signalbox/core'
import type { AttributeCondition } from '@signalbox/core/evaluate'

/** A user for whom features are checked. */
export interface User {
  readonly id: string
  readonly [name: string]: unknown
}

/** The four kinds of features, in turn: on/off, percentage, date range, customers list. */
export const kinds = ['NO_STRATEGY', 'PERCENTAGE', 'DATE_RANGE', 'CUSTOMERS_LIST'] as const

/** A feature of one of these kinds, or with one rule over one attribute. */
export type MixedFeature = Extract<Feature, { activationStrategy: (typeof kinds)[number] | 'RULES' }>

/** Date ranges in the past, present and future. */
const windows = [
  { from: '2020-01-01 00:00:00', to: '2020-12-31 23:59:59' },
  { from: '2020-01-01 00:00:00', to: '2120-12-31 23:59:59' },
  { from: '2119-01-01 00:00:00', to: '2120-12-31 23:59:59' },
]

/** How many customers a list names. */
const LISTED = 5

/** The feature with a number. Each hundred share a `team` prefix. */
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

/** Values of attributes that features are targeted by. */
const countries = ['FR', 'DE', 'US', 'GB', 'ES', 'IT', 'NL', 'BE', 'PT', 'PL', 'SE', 'NO', 'FI', 'DK', 'IE', 'AT', 'CH']
const plans = ['free', 'pro', 'enterprise']

/** The first `count` features of a mix with an attribute in the place of the list. */
export const targetedFeatures = (count: number, users: readonly User[]): MixedFeature[] =>
  mixedFeatures(count, users).map((feature, number) => {
    if (feature.activationStrategy !== 'CUSTOMERS_LIST') return feature
    const { id, enabled } = feature
    const when = attributeCondition(Math.floor(number / kinds.length))
    return { id, enabled, activationStrategy: 'RULES', parameters: { rules: [{ when }] } }
  })

/** In turn: one of four countries, a plan, an age. */
function attributeCondition(turn: number): AttributeCondition {
  const values = [0, 1, 2, 3].map((i) => countries[(turn + i * 5) % countries.length]!)
  if (turn % 3 === 0) return { attribute: 'country', operator: 'is', values }
  if (turn % 3 === 1) return { attribute: 'plan', operator: 'is', value: plans[(turn % 5) % 3]! }
  return { attribute: 'age', operator: 'atLeast', value: 20 + ((turn * 3) % 60) }
}

/** The attribute, the operator and the values of a feature with one rule. */
export function attributeOf({ parameters }: Extract<MixedFeature, { activationStrategy: 'RULES' }>) {
  const { attribute, operator, value, values = [value!] } = parameters.rules[0]!.when as AttributeCondition
  return { attribute, isMinimum: operator === 'atLeast', values }
}

/** The same features, each with one rule in the place of its strategy. */
export const asRules = (features: readonly MixedFeature[]): MixedFeature[] =>
  features.map((feature): MixedFeature => {
    const { id, enabled } = feature
    const rule = toRule(feature)
    return rule ? { id, enabled, activationStrategy: 'RULES', parameters: { rules: [rule] } } : feature
  })

function toRule(feature: MixedFeature) {
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return {}
    case 'PERCENTAGE':
      return { percentage: feature.parameters.percentage }
    case 'DATE_RANGE':
      return { when: { time: { from: feature.parameters.from, to: feature.parameters.to } } }
    case 'CUSTOMERS_LIST':
      return { when: { attribute: 'id', operator: 'is', values: feature.parameters.customers } as const }
    case 'RULES':
      return undefined
  }
}

/** The first `count` features. */
export const mixedFeatures = (count: number, users: readonly User[]): MixedFeature[] =>
  Array.from({ length: count }, (_, number) => mixedFeature(number, users))

/** The first `count` users, always the same. */
export const manyUsers = (count: number): User[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `user-${Math.imul(number + 1, 0x9e3779b1) >>> 0}`,
    country: ['FR', 'DE', 'US', 'GB'][number % 4],
    plan: ['free', 'pro'][number % 2],
  }))

/** The first `count` users, with attributes to target them by. */
export const targetedUsers = (count: number): User[] =>
  manyUsers(count).map((user, number) => {
    const digits = Math.imul(number + 1, 0x85ebca6b) >>> 0
    const [country, plan] = [countries[(digits >>> 3) % countries.length], plans[(digits >>> 9) % plans.length]]
    return { ...user, country, plan, age: 18 + ((digits >>> 13) % 63) }
  })

/** The API key that requests carry. */
export const key = { clientId: 'bench', clientSecret: 'a secret of the benchmark' }

/** Shuffled questions: at position i, feature `asked[i]` and user `asker[i]`. */
export interface Questions {
  readonly asked: Uint32Array
  readonly asker: Uint32Array
}

/** How many questions there are before they repeat: a power of two, so that a loop can use a mask. */
export const QUESTIONS = 2 ** 16

/** Questions about a number of features and users. */
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

/** What the backend of a proxy answers. */
export const backendBody = JSON.stringify({ orders: 'x'.repeat(75) })
