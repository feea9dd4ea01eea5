import { stored, Type } from '../machine/schema/schema.ts'

/** The smallest time in milliseconds. Smaller numbers are epoch seconds, sent by mistake. */
const EARLIEST_MS = 1_000_000_000_000
/** The last millisecond of the year 9999, the last that HTTP dates can say. */
const LATEST_MS = 253_402_300_799_999

const milliseconds = { minimum: EARLIEST_MS, maximum: LATEST_MS }

/** How the end of an API or a plan is announced to its consumers. */
export interface Lifecycle {
  /** Since when it is deprecated, in epoch milliseconds. */
  readonly deprecated_at?: number
  /** When it will no longer be served, in epoch milliseconds. */
  readonly sunset_at?: number
  /** The id of the API that replaces it. */
  readonly successor?: string
}

/** The members of APIs and plans that announce their end. Headers announce it to consumers once it is deprecated. */
export const lifecycleMembers = {
  deprecated_at: stored(
    Type.Integer({ ...milliseconds, description: 'Since when it is deprecated, in epoch milliseconds' }),
  ),
  sunset_at: Type.Optional(
    Type.Integer({
      ...milliseconds,
      description: 'When it will no longer be served, in epoch milliseconds; not before `deprecated_at`',
    }),
  ),
  successor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'The id of the API that replaces it' }),
  ),
}
