import { SignalboxError } from '@signalbox/core/errors'
import { messagePage } from '../pages/own/entry-pages.ts'
import { linkToOwn } from '../pages/own/forms.ts'
import type { Place } from '../pages/place.ts'
import type { ProviderEntry } from './mine.ts'
import { statusOf } from './problems.ts'
import type { Reply } from './reply.ts'
import { HOME, readDestination } from './ways.ts'

/** The two steps of a sign-in with an identity provider, by the path below the mount. */
const steps: ReadonlyMap<string, 'begin' | 'finish'> = new Map([
  ['~/sign-in/begin', 'begin'],
  ['~/sign-in/callback', 'finish'],
])

/** A request for one of the steps. */
export interface ProviderVisit {
  readonly place: Place
  readonly provider: ProviderEntry
  readonly query: Readonly<Record<string, string>>
  readonly search: string
  readonly cookies: string | undefined
  readonly isSecure: boolean
}

/** The step at a path; `undefined` for other paths. */
export const stepAt = (segments: readonly string[]): 'begin' | 'finish' | undefined => steps.get(segments.join('/'))

/** Leads to the provider, or from there to where the person wanted to go. */
export async function replyOfStep(step: 'begin' | 'finish', visit: ProviderVisit): Promise<Reply> {
  const { provider, query, search, cookies, isSecure } = visit
  if (step === 'begin') {
    const to = destinationOf(query.to)
    try {
      const { url, cookie } = await provider.begin({ to, isSecure })
      return { location: url, cookies: [cookie] }
    } catch (error) {
      return { page: refusal(error, visit, to) }
    }
  }
  const finished = await provider.finish({ search, cookies, isSecure })
  const to = destinationOf(finished.to)
  try {
    const { session } = await provider.enter(await finished.person())
    return { go: to, session, cookies: [finished.cookie] }
  } catch (error) {
    return { page: refusal(error, visit, to), cookies: [finished.cookie] }
  }
}

/** Where people go after signing in: a page below the mount that is not about signing in. */
function destinationOf(to: string | undefined): string {
  const { segments: [first, second] = [] } = readDestination(to) ?? {}
  return !to || first === undefined || (first === '~' && second === 'sign-in') ? HOME : to
}

/** Says why somebody cannot sign in, and leads to another try. Foreign errors are not told. */
function refusal(error: unknown, { place }: ProviderVisit, to: string) {
  if (!(error instanceof SignalboxError)) throw error
  const again = linkToOwn(place, ['sign-in'], to === HOME ? {} : { to })
  return messagePage(statusOf(error), 'You are not signed in', {
    text: `${error.message}.`,
    to: [again, 'Sign in again'],
  })
}
