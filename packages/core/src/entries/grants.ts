/**
 * Decides and explains what grants allow, and which events a webhook receives, as the service does. Pure functions
 * without schemas, for browsers.
 */
export { adminRights, defaultDomains } from '../access/domain-rules.ts'
export {
  type AccessExplanation,
  type AccessQuestion,
  allowedPatterns,
  explainAccess,
  type Grantee,
  isAllowed,
  type Lack,
} from '../access/explain-access.ts'
export type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
export { type Right, rightNames, rights } from '../machine/callers/rights.ts'
export { matches } from '../machine/keys/pattern.ts'
export { webhookFilter } from '../webhooks/webhook-filter.ts'
