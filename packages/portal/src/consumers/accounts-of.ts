import type { Identity } from '@signalbox/core'
import { sessionOf } from '@signalbox/core/access'
import { SignalboxError } from '@signalbox/core/errors'
import { encodeError } from '@signalbox/core/wire'
import { createOriginCheck, type OriginCheck, portalDoor } from '@signalbox/hono/portal'
import type { Context } from 'hono'
import type { PortalOptions } from '../portal-options.ts'
import type { SignInProvider } from '../sign-in-provider.ts'
import { type ConsumerBox, mineOf } from './consumer-box.ts'
import { sessionCookie } from './cookies.ts'
import { hostAccounts } from './host-accounts.ts'
import type { Accounts, Enter, Found } from './mine.ts'

/** The accounts of a portal: the accounts of the box, or the people whom the host signs in. `undefined` if there are none. */
export function accountsOf(box: Partial<ConsumerBox>, options: PortalOptions): Accounts | undefined {
  const accounts = hasConsumers(box) ? keptBy(box, options) : undefined
  if (!accounts || !hasConsumers(box)) return undefined
  const { portalUrl, report = console.error } = options
  const refusalOf = createOriginCheck({ portalUrl, report })
  return {
    ...accounts,
    canTry: box.consumers.canTry,
    refusalOf,
    call: calling(box, { ...accounts, refusalOf }, options),
  }
}

/** The accounts as who signs people in keeps them; `undefined` if nobody has one. */
function keptBy(box: ConsumerBox, options: PortalOptions): Accounts | undefined {
  const { authenticate, provider } = options
  if (authenticate) return hostAccounts(box, { ...options, authenticate })
  if (provider) return providerAccounts(box, provider)
  return box.consumers.signUp === 'off' ? undefined : ownAccounts(box)
}

/** Answers calls of programs and of the script of the pages. */
function calling(
  box: ConsumerBox,
  { entry, refusalOf }: Accounts & { readonly refusalOf: OriginCheck },
  options: PortalOptions,
): NonNullable<Accounts['call']> {
  const founds = new WeakMap<Context, Found>()
  const { addressOf, isSecure, report } = options
  const door = portalDoor(box, {
    ...(addressOf && { addressOf }),
    ...(isSecure && { isSecure }),
    ...(report && { report: (error: unknown) => report(error) }),
    refusalOf,
    identify: (c) => founds.get(c)?.identity,
    sessionCookie,
  })
  return async (c, path, found) => {
    if (!entry && entries.has(path)) return encodeError(elsewhere())
    const isUnsafe = !['GET', 'HEAD'].includes(c.req.method)
    const caller = isUnsafe && found?.admitted ? await found.admitted() : found?.identity
    if (found && caller) founds.set(c, { ...found, identity: caller })
    return door(c, path)
  }
}

/** The ways in with a password. */
const entries: ReadonlySet<string> = new Set(['/api/mine/_sign-up', '/api/mine/_sign-in', '/api/mine/_reset'])

const elsewhere = () =>
  new SignalboxError('FORBIDDEN', 'Nobody has a password here: sign in at the page ~/sign-in/ of the portal')

const hasConsumers = (box: Partial<ConsumerBox>): box is ConsumerBox =>
  box.consumers !== undefined && box.as !== undefined && box.mine !== undefined

/** The accounts that the box keeps: people sign up and in here. */
function ownAccounts(box: ConsumerBox): Accounts {
  return {
    kind: box.consumers.signUp === 'invite' ? 'invite' : 'open',
    ...sessionsOf(box),
    entry: {
      signUp: entering(box, (mine, input, options) => mine.signUp(input, options)),
      signIn: entering(box, (mine, input, options) => mine.signIn(input, options)),
      resetPassword: entering(box, (mine, input, options) => mine.resetPassword(input, options)),
    },
  }
}

/** The accounts of people who sign in with an identity provider. A session of any other account opens nothing. */
function providerAccounts(box: ConsumerBox, provider: SignInProvider): Accounts {
  const { find, signOut } = sessionsOf(box)
  return {
    kind: 'sso',
    async find(request, session) {
      const found = await find(request, session)
      return found?.developer.source === 'sso' ? found : undefined
    },
    signOut,
    provider: {
      name: provider.name,
      begin: (request) => provider.begin(request),
      finish: (request) => provider.finish(request),
      enter: (person) => box.consumers.signInWith(person),
    },
  }
}

/** The sessions that the box keeps. */
const sessionsOf = (box: ConsumerBox): Pick<Accounts, 'find' | 'signOut'> => ({
  async find(_request, session) {
    const identity = session === undefined ? undefined : await box.consumers.find(session)
    return identity && found(box, identity)
  },
  async signOut(session) {
    const identity = await box.consumers.find(session)
    if (identity) await box.as(identity).mine.signOut()
  },
})

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
