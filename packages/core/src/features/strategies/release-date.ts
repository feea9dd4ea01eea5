import { localTimestamp, timeZone } from '../../machine/time/time.ts'
import { instantOf } from '../../machine/time/written-date.ts'
import { defineStrategy, type Environment, matched, timezone } from './strategy.ts'

const date = { type: 'string', format: 'dd/MM/yyyy HH:mm:ss', description: 'Requests may also use ISO 8601' } as const

/** Active strictly after a date. */
export const releaseDate = defineStrategy({
  parameters: {
    type: 'object',
    required: ['releaseDate'],
    properties: { releaseDate: date, timezone },
    additionalProperties: false,
  },
  needsContext: false,
  reason: matched,
  compile(parameters, environment) {
    const { clock } = environment
    const release = toRelease(parameters, environment)
    return () => clock() > release
  },
  explain(parameters, environment) {
    const zone = toZone(parameters, environment)
    return {
      now: localTimestamp(environment.clock(), zone),
      releaseDate: localTimestamp(toRelease(parameters, environment), zone),
      timezone: zone.name,
    }
  },
})

interface Parameters {
  releaseDate: string
  timezone?: string
}
const toZone = ({ timezone: name }: Parameters, { zone }: Environment) => (name ? timeZone(name) : zone)
const toRelease = (parameters: Parameters, environment: Environment) =>
  instantOf(parameters.releaseDate, toZone(parameters, environment))
