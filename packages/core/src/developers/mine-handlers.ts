import type { Handlers } from '../operation.ts'
import type { AccountPorts } from './accounts/account-ports.ts'
import { accountHandlers } from './accounts/accounts.ts'
import type { mineContract } from './mine.ts'
import { teamHandlers } from './teams/teams.ts'

/** Creates the handlers of what is the calling consumer's. */
export const mineHandlers = (ports: AccountPorts): Handlers<typeof mineContract> => ({
  ...accountHandlers(ports),
  applications: teamHandlers(ports),
})
