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
} from '../machine/callers/caller.ts'
export type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
export type { Right } from '../machine/callers/rights.ts'
export { sessionOf } from '../machine/callers/session-of.ts'
export { fitsParts } from '../machine/keys/pattern.ts'
