import { type ApiCounts, addApis, type Increment, incrementOf, type TrafficAnswer } from './increments.ts'

/** What was counted while the page is open: the last answer, and what happened between the answers before it. */
export interface History {
  readonly last: TrafficAnswer | undefined
  readonly increments: readonly Increment[]
}

/** How far back the history goes, and how far rates look back, in milliseconds. */
const KEPT_MS = 10 * 60_000
export const RATE_MS = 60_000

/** A history before the first answer. */
export const noHistory: History = { last: undefined, increments: [] }

/** The history with one more answer. */
export function withAnswer({ last, increments }: History, answer: TrafficAnswer): History {
  const increment = last && incrementOf(last, answer)
  if (!increment) return { last: answer, increments }
  return { last: answer, increments: [...increments, increment].filter(({ to }) => to > increment.to - KEPT_MS) }
}

/** What was counted in some seconds, by API. */
export interface Lately {
  readonly seconds: number
  readonly apis: ReadonlyMap<string, ApiCounts>
}

/** What was counted in the last minute, or since the page counts; `undefined` before there are two answers. */
export function lately({ increments }: History): Lately | undefined {
  const newest = increments.at(-1)
  if (!newest) return undefined
  const recent = increments.filter(({ from }) => from >= newest.to - RATE_MS)
  const used = recent.length > 0 ? recent : [newest]
  return {
    seconds: used.reduce((sum, { from, to }) => sum + (to - from), 0) / 1000,
    apis: used.map(({ apis }) => apis).reduce(addApis),
  }
}
