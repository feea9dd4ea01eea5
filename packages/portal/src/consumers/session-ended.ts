import { messagePage, signInPage } from '../pages/own/entry-pages.ts'
import { linkToOwn } from '../pages/own/forms.ts'
import type { OwnPage } from '../pages/own/own-page.ts'
import { siteFor } from '../pages/site-for.ts'
import { findScreen } from './find-screen.ts'
import type { Values } from './form-body.ts'
import type { Reply } from './reply.ts'
import { type Result, showTo, type Visit } from './screen.ts'
import { locationOf, readDestination } from './ways.ts'

/** Asks a visitor whose session ended to sign in. Afterwards, the form is filled as before, without passwords. */
export function askToSignIn({ place, accounts, next }: Visit, values: Values): OwnPage {
  const { here = '' } = place
  const { currentPassword: _current, password: _password, ...typed } = values
  const text = 'Your session has ended. Nothing was changed.'
  const signIn = linkToOwn(place, ['sign-in'], { to: here })
  if (accounts.entry === undefined) return messagePage(401, 'Sign in', { text, to: [signIn, 'Sign in'] })
  const problems = { '': `${text} Sign in to continue where you left off.` }
  const form = { token: next(), problems, action: signIn, kept: JSON.stringify(typed) }
  return { ...signInPage(place, form, { to: here }), status: 401 }
}

/** After signing in: the page with the form as it was left, to be sent again; `undefined` if no form was left. */
export async function resumed(visit: Visit, values: Values, result: Result): Promise<Reply | undefined> {
  const kept = readKept(values._keep)
  if (!kept || result.kind !== 'go' || !result.session) return undefined
  const to = readDestination(result.to)
  const found = to && (await visit.find(result.session))
  if (!found) return undefined
  const { developer, consumer } = found
  const visitor = { ...visit.place.visitor, developer, consumer }
  const place = { ...visit.place, here: result.to, visitor, site: siteFor(visit.whole, visitor) }
  const screen = findScreen(place.site, to.segments)
  if (!screen) return undefined
  const signedIn = { ...visit, found, place, query: to.query }
  const notice = 'You are signed in. Check the form and send it again.'
  const form = { token: visit.next(), values: kept, notice, action: locationOf(place.depth, result.to) }
  const page = await showTo(screen, signedIn, form).catch(() => '')
  return typeof page === 'string' ? undefined : { page, session: result.session, place }
}

function readKept(text: string | undefined): Values | undefined {
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return undefined
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'))
  } catch {
    return undefined
  }
}
