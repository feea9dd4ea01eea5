import type { AspectName } from '../../../parts/signs/Aspect.tsx'
import { count } from '../../../words/words.ts'
import type { Plan } from './mode-words.ts'
import { quotaWords } from './quota-words.ts'

/** The status of a plan. */
export type PlanStatus = NonNullable<Plan['status']>

/** The status of a plan; staging by default. */
export const statusOf = ({ status = 'staging' }: Pick<Plan, 'status'>): PlanStatus => status

/** A status in words: what it is called, and what it means. */
export interface StatusWords {
  readonly word: string
  /** Absent: it is neither good nor bad. */
  readonly aspect?: AspectName
  readonly sentence: string
}

/** The statuses of plans, in the order of their life. */
export const statusWords: Readonly<Record<PlanStatus, StatusWords>> = {
  staging: { word: 'In staging', sentence: 'It isn’t published yet: it takes no subscriptions, and admits nobody.' },
  published: { word: 'Published', aspect: 'clear', sentence: 'It takes subscriptions, and admits its consumers.' },
  deprecated: {
    word: 'Deprecated',
    aspect: 'caution',
    sentence: 'It takes no new subscriptions. Its consumers are still admitted, and told that it ends.',
  },
  closed: { word: 'Closed', sentence: 'It admits nobody, and stays closed.' },
}

/** The price of a plan: `9.50 EUR`, `Free`; `undefined` without a price. */
export function priceWords({
  pricing: { price, currency = '', enabled = true } = {},
}: Pick<Plan, 'pricing'>): string | undefined {
  if (price === undefined) return undefined
  const amount =
    price === 0 ? 'Free' : `${Number.isInteger(price) ? count(price) : price.toFixed(2)} ${currency}`.trim()
  return enabled ? amount : `${amount}, off`
}

/** What consumers of a plan may use, in words; `undefined` without limits. */
export const limitsOf = ({ access_mode_configuration = {} }: Plan): string | undefined =>
  quotaWords((access_mode_configuration as { readonly quota?: object }).quota)

/** What a plan is called. */
export const nameOf = ({ id, name }: Pick<Plan, 'id' | 'name'>): string =>
  name === undefined || name === '' ? id : name
