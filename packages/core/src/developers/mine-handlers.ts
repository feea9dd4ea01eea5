import type { Handlers } from '../operation.ts'
import type { AccountPorts } from './accounts/account-ports.ts'
import { accountHandlers } from './accounts/accounts.ts'
import type { mineContract } from './mine.ts'
import { type OwnSubscriptionParts, ownSubscriptionHandlers } from './subscriptions/own-subscription-handlers.ts'
import { teamHandlers } from './teams/teams.ts'

/** The parts that the operations of consumers need, besides those of their accounts. */
export interface MineParts extends OwnSubscriptionParts {}

/** Creates the handlers of what is the calling consumer's. */
export const mineHandlers = (ports: AccountPorts, parts: MineParts): Handlers<typeof mineContract> => ({
  ...accountHandlers(ports),
  applications: teamHandlers(ports),
  subscriptions: ownSubscriptionHandlers(parts),
})
