import type { Instance } from '../machine/records/hooks.ts'
import type { Handlers } from '../operation.ts'
import type { AccountPorts } from './accounts/account-ports.ts'
import { accountHandlers } from './accounts/accounts.ts'
import type { mineContract } from './mine.ts'
import { createTrying, type TryingParts } from './mine-try.ts'
import { type OwnSubscriptionParts, ownSubscriptionHandlers } from './subscriptions/own-subscription-handlers.ts'
import { teamHandlers } from './teams/teams.ts'

/** The parts that the operations of consumers need, besides the parts of their accounts. */
export interface MineParts extends OwnSubscriptionParts, TryingParts {
  readonly instance: Instance
}

/** Creates the handlers of what is the calling consumer's. */
export function mineHandlers(ports: AccountPorts, parts: MineParts): Handlers<typeof mineContract> {
  const trying = createTrying(parts)
  return {
    ...accountHandlers(ports),
    try: ({ body }, call) => trying(body, call),
    applications: teamHandlers(ports),
    subscriptions: ownSubscriptionHandlers(parts),
  }
}
