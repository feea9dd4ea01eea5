/** Authentication and permissions, for hosts that pass calls to a Signalbox. Loads no schemas and no store. */
export type { Credentials, Identify } from '../access/authenticate.ts'
export { SESSION_LIFE } from '../access/session-life.ts'
export {
  type AuthInfo,
  anyone,
  authorize,
  type Caller,
  type Identity,
  nobody,
  owner,
  toCaller,
} from '../callers/caller.ts'
export type { AuthorizedPatterns } from '../callers/grants-schema.ts'
export type { Right } from '../callers/rights.ts'
export { sessionOf } from '../callers/session-of.ts'
export { fitsParts } from '../keys/pattern.ts'
