import { isObject } from '../../json.ts'
import { formatLocal, localTimestamp, parseLocal, timeZone, toInstant } from '../../time.ts'
import type { Environment } from './strategy.ts'
import { defineStrategy, matched, timezone } from './strategy.ts'

const STYLE = 'dd/MM/yyyy HH:mm:ss'

/** Active strictly after a date. */
export const releaseDate = defineStrategy({
  parameters: {
    type: 'object',
    required: ['releaseDate'],
    properties: { releaseDate: { type: 'string', format: STYLE }, timezone },
    additionalProperties: false,
  },
  needsContext: false,
  reason: matched,
  normalize(parameters) {
    if (!isObject(parameters) || typeof parameters.releaseDate !== 'string') return parameters
    const local = parseLocal(parameters.releaseDate)
    return local === undefined ? parameters : { ...parameters, releaseDate: formatLocal(local, STYLE) }
  },
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
  toInstant(parseLocal(parameters.releaseDate) as number, toZone(parameters, environment))
