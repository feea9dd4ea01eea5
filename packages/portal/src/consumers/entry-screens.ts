import { SignalboxError } from '@signalbox/core/errors'
import {
  joinPage,
  messagePage,
  providerPage,
  resetPage,
  signInPage,
  signUpPage,
  type Way,
} from '../pages/own/entry-pages.ts'
import { linkToOwn } from '../pages/own/forms.ts'
import type { Entry } from './mine.ts'
import { type Act, go, openScreen, type Screen, screen, type Visit } from './screen.ts'
import { HOME } from './ways.ts'

const wayOf = ({ query: { to, invitation } }: Visit): Way => ({
  ...(to !== undefined && { to }),
  ...(invitation !== undefined && { invitation }),
})

/** Whether the host signs people in, and not the portal. */
const elsewhere = ({ accounts }: Visit): boolean => accounts.entry === undefined

/** The way people enter here. Throws NOT_FOUND if somebody else signs them in. */
function entryOf({ accounts: { entry } }: Visit): Entry {
  if (!entry) throw new SignalboxError('NOT_FOUND', 'There is no page at this address')
  return entry
}

const signInAct: Act = {
  fields: ['email', 'password', '_keep'],
  async run(visit, { email = '', password = '' }) {
    const { confirmation } = visit.query
    const body = { email, password, ...(confirmation !== undefined && { confirmation }) }
    const { session } = await entryOf(visit).signIn({ body }, visit)
    return go(visit.query.to ?? HOME, session)
  },
}

/** Where people sign in. */
export const signInScreen: Screen = openScreen(
  async (visit, form) => {
    // A link that confirms an address requires the password, whether somebody is signed in or not.
    if (visit.found && visit.query.confirmation === undefined) return visit.query.to ?? HOME
    const { provider } = visit.accounts
    if (provider) return providerPage(visit.place, provider.name, wayOf(visit))
    if (elsewhere(visit))
      return messagePage(401, 'Sign in', { text: 'Sign in to this site, then open this page again.' })
    return signInPage(visit.place, form, wayOf(visit))
  },
  { 'sign-in': signInAct },
)

/** Where people create an account. */
export const signUpScreen: Screen = openScreen(
  async (visit, form) => {
    if (visit.found) return visit.query.to ?? HOME
    if (elsewhere(visit)) return `~/sign-in/?${new URLSearchParams({ to: visit.query.to ?? HOME })}`
    return signUpPage(visit.place, form, wayOf(visit))
  },
  {
    'sign-up': {
      fields: ['name', 'email', 'password', '_keep'],
      async run(visit, { name = '', email = '', password = '' }) {
        const { invitation } = visit.query
        const body = { name, email, password, ...(invitation !== undefined && { invitation }) }
        const { session } = await entryOf(visit).signUp({ body }, visit)
        if (session !== undefined) return go(visit.query.to ?? HOME, session)
        const to = [linkToOwn(visit.place, ['sign-in'], wayOf(visit) as Record<string, string>), 'Sign in'] as const
        const text = 'We sent you a message. Open the link in it to confirm your address, then sign in.'
        return { kind: 'page', page: messagePage(200, 'Confirm your address', { text, to }) }
      },
      spent: 'The account was created. Sign in.',
    },
  },
)

/** Where somebody with a link chooses a new password. */
export const resetScreen: Screen = openScreen(
  async (visit, form) => {
    entryOf(visit)
    if (visit.query.token !== undefined) return resetPage(form)
    return messagePage(400, 'The link is incomplete', {
      text: 'Open the whole link that you were given, or ask for another.',
    })
  },
  {
    reset: {
      fields: ['password'],
      async run(visit, { password = '' }) {
        const { token = '' } = visit.query
        const { session } = await entryOf(visit).resetPassword({ body: { token, password } }, visit)
        return go(session === undefined ? '~/sign-in/' : HOME, session)
      },
    },
  },
)

/** Where somebody with a link joins an application. */
export const joinScreen: Screen = screen(
  async ({ query }, form) =>
    query.application !== undefined && query.token !== undefined
      ? joinPage(form)
      : messagePage(400, 'The link is incomplete', {
          text: 'Open the whole link that you were given, or ask for another.',
        }),
  {
    join: {
      fields: [],
      async run({ query: { application = '', token = '' }, found: { mine } }) {
        const { id } = await mine.applications.join({ id: application, body: { token } })
        return go(`~/applications/${encodeURIComponent(id)}/`)
      },
    },
  },
)
