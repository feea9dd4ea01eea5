/** Who calls, and what they may do: for hosts that carry calls to a box. Loads no schemas and no store. */
export type { Credentials, Identify } from '../access/authenticate.ts'
export { anyone, authorize, type Caller, type Identity, nobody, owner, toCaller } from '../access/caller.ts'
export type { AuthorizedPatterns } from '../access/grants-schema.ts'
export type { Right } from '../access/rights.ts'
export { SESSION_LIFE } from '../access/session-life.ts'
export { sessionOf } from '../access/session-of.ts'
