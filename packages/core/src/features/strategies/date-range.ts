import { problem } from '../../errors.ts'
import { localTimestamp, parseLocal, timeZone, toInstant } from '../../time.ts'
import type { Environment } from './strategy.ts'
import { defineStrategy, matched, timezone } from './strategy.ts'

const date = { type: 'string', format: 'yyyy-MM-dd HH:mm:ss' } as const
const SECOND = 1000

/** Active from one date to another, both included: the last second counts whole. */
export const dateRange = defineStrategy({
  parameters: {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: date, to: date, timezone },
    additionalProperties: false,
  },
  needsContext: false,
  reason: matched,
  check({ from, to }) {
    const [first, last] = [from, to].map((text) => parseLocal(String(text)))
    return first !== undefined && last !== undefined && first > last
      ? { from: [problem('error.date.order', from, to)] }
      : {}
  },
  compile(parameters, environment) {
    const { clock } = environment
    const { from, until } = toWindow(parameters, environment)
    return () => {
      const now = clock()
      return from <= now && now < until
    }
  },
  explain(parameters, environment) {
    const { zone, from, until } = toWindow(parameters, environment)
    const [now, start, end] = [environment.clock(), from, until - SECOND].map((instant) =>
      localTimestamp(instant, zone),
    )
    return { now, from: start, to: end, timezone: zone.name }
  },
})

function toWindow(parameters: { from: string; to: string; timezone?: string }, environment: Environment) {
  const zone = parameters.timezone ? timeZone(parameters.timezone) : environment.zone
  return {
    zone,
    from: toInstant(parseLocal(parameters.from) as number, zone, 'first'),
    until: toInstant(parseLocal(parameters.to) as number, zone, 'last') + SECOND,
  }
}
