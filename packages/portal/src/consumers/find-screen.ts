import { operationOf } from '../pages/reference/pages.ts'
import { findApi, type Site } from '../pages/site.ts'
import { accountScreen } from './account-screen.ts'
import { applicationScreen, applicationsScreen } from './application-screens.ts'
import { joinScreen, resetScreen, signInScreen, signUpScreen } from './entry-screens.ts'
import type { Screen } from './screen.ts'
import { subscribeScreen } from './subscribe-screen.ts'
import { subscriptionScreen } from './subscription-screen.ts'
import { tryScreen } from './try-screen.ts'

const fixed: ReadonlyMap<string, Screen> = new Map([
  ['sign-up', signUpScreen],
  ['sign-in', signInScreen],
  ['reset', resetScreen],
  ['join', joinScreen],
  ['account', accountScreen],
  ['applications', applicationsScreen],
])

const named: ReadonlyMap<string, (id: string) => Screen> = new Map([
  ['applications', applicationScreen],
  ['subscriptions', subscriptionScreen],
])

/** Finds the page of a consumer at a path below the mount; `undefined` if another page is there, or none. */
export function findScreen(site: Site, segments: readonly string[]): Screen | undefined {
  const [first = '', name = '', id] = segments
  if (first === '~') {
    if (segments.length === 2) return fixed.get(name)
    if (segments.length === 4 && name === 'try') return tryScreenAt(site, segments)
    return segments.length === 3 && id !== undefined ? named.get(name)?.(id) : undefined
  }
  const [apiId = '', ...path] = site.only === undefined ? segments : [site.only, ...segments]
  if (path.length !== 1 || path[0] !== 'subscribe') return undefined
  const api = findApi(site, apiId)
  return api && api.state !== 'removed' ? subscribeScreen(api) : undefined
}

/** Where an operation of an API is tried: `~/try/<api>/<operation>`. */
function tryScreenAt(site: Site, [, , apiId = '', anchor = '']: readonly string[]): Screen | undefined {
  const api = findApi(site, apiId)
  const operation = api && operationOf(api, anchor)
  return operation ? tryScreen(api, operation) : undefined
}
