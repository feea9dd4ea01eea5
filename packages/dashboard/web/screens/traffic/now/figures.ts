import { isLimit, isRefusal } from '../cause-words.ts'
import { addCounts, type Counts, type RouteCounts } from './increments.ts'

/** How many requests ended how. */
export interface Figures {
  readonly requests: number
  /** With a status from 500 on. */
  readonly errors: number
  /** Refused by the gateway, save by limits. */
  readonly refused: number
  /** Refused by a limit or a quota. */
  readonly limited: number
  /** What the gateway responded itself, by cause, the most frequent first. */
  readonly causes: readonly (readonly [cause: string, count: number])[]
}

/** The figures of some routes together. */
export function figuresOf(routes: Iterable<RouteCounts>): Figures {
  let requests: Counts = {}
  let causes: Counts = {}
  for (const route of routes) {
    requests = addCounts(requests, route.requests)
    causes = addCounts(causes, route.causes)
  }
  const all = Object.entries(causes)
  return {
    requests: sum(Object.values(requests)),
    errors: requests['5xx'] ?? 0,
    refused: sum(all.filter(([cause]) => isRefusal(cause)).map(([, count]) => count)),
    limited: sum(all.filter(([cause]) => isLimit(cause)).map(([, count]) => count)),
    causes: all.sort(([, one], [, other]) => other - one),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** A rate with its unit: `3.5 a second`. */
export const perSecond = (rate: number): string => `${rateText(rate, 1)} a second`

/** A rate per second: `0`, `0.02`, `3.5`, `120`. */
export function rateText(count: number, seconds: number): string {
  const rate = seconds > 0 ? count / seconds : 0
  if (rate === 0) return '0'
  if (rate < 0.01) return '<0.01'
  return rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toFixed(rate >= 10 ? 1 : 2)
}
