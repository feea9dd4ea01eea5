import { figuresOf } from './figures.ts'
import type { History } from './history.ts'

/** Rates per second up to an instant. */
export interface Point {
  /** Epoch milliseconds. */
  readonly at: number
  readonly requests: number
  readonly errors: number
}

/** Requests and errors per second over time, over all APIs of a history. */
export const seriesOf = ({ increments }: History): readonly Point[] =>
  increments.map(({ from, to, apis }) => {
    const { requests, errors } = figuresOf([...apis.values()].flatMap(({ routes }) => [...routes.values()]))
    const seconds = (to - from) / 1000
    return { at: to, requests: requests / seconds, errors: errors / seconds }
  })
