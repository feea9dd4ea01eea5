import type { Answer } from '../../machine/answers/answer.ts'
import { forbidden } from '../../machine/callers/caller.ts'
import { failure, problem, SignalboxError } from '../../machine/errors/errors.ts'
import { createAllowance, HOUR } from '../../machine/guessing/allowance.ts'
import { networkOf } from '../../machine/guessing/network-of.ts'
import { createThrottle, QUARTER_HOUR } from '../../machine/guessing/throttle.ts'
import { generateId } from '../../machine/secrets/ids.ts'
import type { CallContext, Handlers } from '../../operation.ts'
import { actingAs } from '../consumer.ts'
import type { StoredDeveloper } from '../developer.ts'
import { findByEmail, isSameMailbox } from '../emails.ts'
import type { Consumer, mineContract } from '../mine.ts'
import { acceptedBy, findInvitation, invalidInvitation } from '../teams/invitations.ts'
import type { AccountPorts } from './account-ports.ts'

/** How many accounts a network may make within an hour. */
const MOST_MADE = 5
/** How many addresses that have an account already a network may try within a quarter of an hour. */
const MOST_TAKEN = 50

interface Steps {
  readonly reloaded: (id: string) => Promise<StoredDeveloper>
  readonly signedIn: (developer: StoredDeveloper, call: CallContext) => Promise<Answer<Consumer>>
  readonly tellOwner: (typed: string) => Promise<void>
  readonly tellToConfirm: (developer: StoredDeveloper) => Promise<void>
}

/** A new account, with a hash of its password. */
type NewAccount = Pick<StoredDeveloper, 'id' | 'name' | 'status'> & { readonly email: string; email_verified: boolean }

/** Creates the handler of sign-ups. */
export function createSignUp(
  { instance, random, rules, people, tokens, checks, notices }: AccountPorts,
  { reloaded, signedIn, tellOwner, tellToConfirm }: Steps,
): Handlers<typeof mineContract>['signUp'] {
  const { store, clock } = instance
  const made = createAllowance(clock, { most: MOST_MADE, window: HOUR, what: 'new accounts an hour' })
  const taken = createThrottle(clock, { failures: MOST_TAKEN, window: QUARTER_HOUR })

  /** Creates the account. Returns whether its address was free. */
  async function create(account: NewAccount, password: string, { call, invitation }: Creation): Promise<boolean> {
    const passwordHash = await checks.hash(password, call.address)
    if ((await findByEmail(store, account.email)) !== undefined) return false
    const acting = { ...call, caller: actingAs(account) }
    const accepted =
      ({ token, application }: Used) =>
      () =>
        acceptedBy(instance, account.id, {
          application,
          find: () => findInvitation({ store, tokens }, token),
          call: acting,
          refused: () => invalidInvitation('FORBIDDEN'),
        })
    try {
      await people.create({ ...account, passwordHash } as never, {
        call: acting,
        intent: { source: 'password', ...(invitation !== undefined && { along: accepted(invitation) }) },
      })
      return true
    } catch (error) {
      if (error instanceof SignalboxError && error.errors[0]?.message === 'error.email.taken') return false
      throw error
    }
  }

  return async ({ body: { name, email, password, invitation } }, call) => {
    if (rules.signUp === 'off') throw forbidden('nobody can sign up here: ask the owners of the API for an account')
    const invited = invitation === undefined ? undefined : await findInvitation({ store, tokens }, invitation)
    if (!invited && (invitation !== undefined || rules.signUp === 'invite')) throw invalidInvitation('FORBIDDEN')
    const network = networkOf(call.address ?? '')
    taken.refuse(network)
    const { giveBack } = made.take(network)
    try {
      // The sender of an invitation vouches for its address.
      const isVouched = isSameMailbox(invited?.content.email, email)
      const isWaiting = notices.isWriting && !isVouched
      const account = {
        id: generateId(random, 'developer'),
        name,
        email,
        email_verified: isVouched,
        status: isWaiting ? 'waiting' : 'active',
      } as const
      const used =
        invitation === undefined ? undefined : { token: invitation, application: invited?.content.application }
      const isFree = await create(account, password, { call, invitation: used })
      if (!isWaiting) {
        if (isFree) return await signedIn(await reloaded(account.id), call)
        taken.fail(network)
        throw emailTaken()
      }
      // The same answer, after as much work, whether the address was free or not.
      if (isFree) void reloaded(account.id).then(tellToConfirm)
      else await tellOwner(email)
      return { ...account, groups: [], source: 'password' as const, created_at: clock() }
    } catch (error) {
      giveBack()
      throw error
    }
  }
}

interface Creation {
  readonly call: CallContext
  readonly invitation: Used | undefined
}

/** The invitation that an account uses, and the application that the account joins with it. */
interface Used {
  readonly token: string
  readonly application: string | undefined
}

const emailTaken = () =>
  failure('CONFLICT', 'There is an account with this e-mail address: sign in instead', problem('error.email.taken'))
