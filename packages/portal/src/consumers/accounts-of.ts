import type { Identity } from '@signalbox/core'
import { sessionOf } from '@signalbox/core/access'
import { SignalboxError } from '@signalbox/core/errors'
import { portalDoor } from '@signalbox/hono/portal'
import type { Context } from 'hono'
import type { PortalOptions } from '../portal-options.ts'
import { type ConsumerBox, mineOf } from './consumer-box.ts'
import { sessionCookie } from './cookies.ts'
import { hostAccounts } from './host-accounts.ts'
import type { Accounts, Enter, Found } from './mine.ts'

/** The accounts of a portal: the accounts of the box, or the people whom the host signs in. `undefined` if there are none. */
export function accountsOf(box: Partial<ConsumerBox>, options: PortalOptions): Accounts | undefined {
  const { authenticate } = options
  if (!hasConsumers(box)) return undefined
  if (!authenticate && box.consumers.signUp === 'off') return undefined
  const founds = new WeakMap<Context, Found>()
  const { addressOf, isSecure, report } = options
  const door = portalDoor(box, {
    ...(addressOf && { addressOf }),
    ...(isSecure && { isSecure }),
    ...(report && { report: (error: unknown) => report(error) }),
    identify: (c) => founds.get(c)?.identity,
    sessionCookie,
  })
  return {
    ...(authenticate ? hostAccounts(box, { ...options, authenticate }) : ownAccounts(box)),
    canTry: box.consumers.canTry,
    async call(c, path, found) {
      const isUnsafe = !['GET', 'HEAD'].includes(c.req.method)
      const caller = isUnsafe && found?.admitted ? await found.admitted() : found?.identity
      if (found && caller) founds.set(c, { ...found, identity: caller })
      return door(c, path)
    },
  }
}

const hasConsumers = (box: Partial<ConsumerBox>): box is ConsumerBox =>
  box.consumers !== undefined && box.as !== undefined && box.mine !== undefined

/** The accounts that the box keeps: people sign up and in here. */
function ownAccounts(box: ConsumerBox): Accounts {
  return {
    kind: box.consumers.signUp === 'invite' ? 'invite' : 'open',
    async find(_request, session) {
      const identity = session === undefined ? undefined : await box.consumers.find(session)
      return identity && found(box, identity)
    },
    async signOut(session) {
      const identity = await box.consumers.find(session)
      if (identity) await box.as(identity).mine.signOut()
    },
    entry: {
      signUp: entering(box, (mine, input, options) => mine.signUp(input, options)),
      signIn: entering(box, (mine, input, options) => mine.signIn(input, options)),
      resetPassword: entering(box, (mine, input, options) => mine.resetPassword(input, options)),
    },
  }
}

/** Who has a session; nobody if the account was blocked or deleted meanwhile. */
async function found(box: ConsumerBox, identity: Identity): Promise<Found | undefined> {
  const { mine } = box.as(identity)
  const developer = await mine.get().catch(unlessRefused)
  const renewed = sessionOf(identity)
  return (
    developer && {
      developer,
      consumer: developer,
      mine: mineOf(mine),
      identity,
      ...(renewed !== undefined && { renewed }),
    }
  )
}

const entering =
  <B>(
    box: ConsumerBox,
    enter: (mine: ConsumerBox['mine'], input: { body: B }, options: { readonly address: string }) => Promise<object>,
  ): Enter<B> =>
  async (input, { address, found }) => {
    const { mine } = found ? box.as(found.identity) : box
    return { session: sessionOf(await enter(mine, input, { address })) }
  }

function unlessRefused(error: unknown): undefined {
  const codes: readonly string[] = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']
  if (!(error instanceof SignalboxError) || !codes.includes(error.code)) throw error
}
