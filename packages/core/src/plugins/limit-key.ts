import { problem } from '../machine/errors/errors.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { choice, Type } from '../machine/schema/schema.ts'
import type { ConfigProblems } from './plugin.ts'
import { headerName } from './settings.ts'

/** Settings for which requests share a limit. */
export const shared = {
  by: Type.Optional(
    choice(['route', 'consumer', 'ip', 'header'], {
      description:
        'Which requests share a limit: all of the route; all of a consumer, or of an address if no consumer is identified; all of an address (IPv6: a /64); all with the same value of the header, or of an address if it is missing',
    }),
  ),
  header: headerName('The header for `by: header`, which requires it'),
}

/** Reports a limit by header that does not name it. */
export const sharedRules = ({ by, header }: JsonObject): ConfigProblems =>
  by === 'header' && header === undefined ? { '/header': [problem('error.required')] } : {}
