import type { Handlers } from '../operation.ts'
import type { AccountPorts } from './accounts/account-ports.ts'
import { accountHandlers } from './accounts/accounts.ts'
import type { mineContract } from './mine.ts'
import { type OwnSubscriptionParts, ownSubscriptionHandlers } from './subscriptions/own-subscription-handlers.ts'
import { teamHandlers } from './teams/teams.ts'

/** Creates the handlers of what is the calling consumer's: account, applications and their subscriptions. */
export const mineHandlers = (ports: AccountPorts, parts: OwnSubscriptionParts): Handlers<typeof mineContract> => ({
  ...accountHandlers(ports),
  applications: teamHandlers(ports),
  subscriptions: ownSubscriptionHandlers(parts),
})
