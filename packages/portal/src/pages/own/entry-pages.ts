import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import { button, type Field, type Form, form, input, linkToOwn, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'

const name: Field = { name: 'name', label: 'Name', autocomplete: 'name' }
const email: Field = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', most: 254 }
const password: Field = {
  ...{ name: 'password', label: 'Password', type: 'password', most: 1024 },
  autocomplete: 'current-password',
}
const newPassword: Field = { ...password, autocomplete: 'new-password', hint: 'At least 12 characters' }

/** Where the visitor wants to go, and with which invitation. */
export interface Way {
  readonly to?: string | undefined
  readonly invitation?: string | undefined
}

const queryOf = ({ to, invitation }: Way) => ({
  ...(to !== undefined && { to }),
  ...(invitation !== undefined && { invitation }),
})

/** What waits for people behind the page where they sign in. */
const waiting = ({ to = '' }: Way): Html | undefined =>
  to.startsWith('~/join/')
    ? html`<p class="notice" role="note">You were invited to join an application. The invitation waits until you have signed in.</p>`
    : undefined

/** Where people create an account. */
export function signUpPage(place: Place, state: Form, way: Way): OwnPage {
  const { accounts } = place.site
  const signIn = html`<p>Have an account? <a href="${linkToOwn(place, ['sign-in'], queryOf(way))}">Sign in</a></p>`
  if (accounts === 'invite' && way.invitation === undefined)
    return ownPage(
      'Create an account',
      html`<h1>Create an account</h1>${notices(state)}${waiting(way)}<p>You need an invitation to create an account. Ask the owner of the API for one.</p>${signIn}`,
      state,
    )
  return ownPage(
    'Create an account',
    html`<h1>Create an account</h1>${notices(state)}${waiting(way)}${form(state, 'sign-up', html`${input(state, name)}${input(state, email)}${input(state, newPassword)}${button('Create account')}`)}${signIn}`,
    state,
  )
}

/** Where people who have an account sign in. */
export const signInPage = (place: Place, state: Form, way: Way): OwnPage =>
  ownPage(
    'Sign in',
    html`<h1>Sign in</h1>${notices(state)}${waiting(way)}${form(state, 'sign-in', html`${input(state, { ...email, autocomplete: 'username' })}${input(state, password)}${button('Sign in')}`)}${
      (place.site.accounts === 'open' || way.invitation !== undefined) &&
      html`<p>New here? <a href="${linkToOwn(place, ['sign-up'], queryOf(way))}">Create an account</a></p>`
    }<p class="muted">Forgot your password? Ask the owner of the API for a link to choose a new one.</p>`,
    state,
  )

/**
 * Where people sign in with an identity provider. It is a link: the browser would not follow a form to another site
 * (Content-Security-Policy, `form-action`).
 */
export const providerPage = (place: Place, name: string, way: Way): OwnPage =>
  ownPage(
    'Sign in',
    html`<h1>Sign in</h1>${waiting(way)}<p>You sign in with ${name}, and come back here. The first time creates your account.</p><p><a class="button" href="${linkToOwn(place, ['sign-in', 'begin'], queryOf(way))}">Sign in</a></p>`,
    {},
  )

/** Where somebody with a link chooses a new password. */
export const resetPage = (state: Form): OwnPage =>
  ownPage(
    'Choose a new password',
    html`<h1>Choose a new password</h1>${notices(state)}${form(state, 'reset', html`${input(state, newPassword)}${button('Save password')}`)}<p class="muted">You will be signed out everywhere else.</p>`,
    state,
  )

/** Where somebody with a link joins an application. */
export const joinPage = (state: Form): OwnPage =>
  ownPage(
    'Join an application',
    html`<h1>Join an application</h1>${notices(state)}<p>Members see the subscriptions of the application and their use, and can create and rotate its keys. Other members see your name.</p>${form(state, 'join', button('Join'))}`,
    state,
  )

/** A page with a message: what is wrong, and where to continue. */
export const messagePage = (
  status: number,
  title: string,
  { text, to }: { text: string; to?: readonly [href: string, words: string] | undefined },
): OwnPage => ({
  status,
  title,
  body: html`<h1>${title}</h1><p>${text}</p>${to && html`<p><a href="${to[0]}">${to[1]}</a></p>`}`,
})
