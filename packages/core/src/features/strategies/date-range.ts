import { localTimestamp, timeZone } from '../../machine/time/time.ts'
import { instantOf } from '../../machine/time/written-date.ts'
import { defineStrategy, type Environment, matched, timezone } from './strategy.ts'

const date = { type: 'string', format: 'yyyy-MM-dd HH:mm:ss', description: 'Requests may also use ISO 8601' } as const
const SECOND = 1000

/** Active from one date to another, both included: until the end of the last second. */
export const dateRange = defineStrategy({
  parameters: {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: date, to: date, timezone },
    additionalProperties: false,
  },
  needsContext: false,
  reason: matched,
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
    from: instantOf(parameters.from, zone, 'first'),
    until: instantOf(parameters.to, zone, 'last') + SECOND,
  }
}
