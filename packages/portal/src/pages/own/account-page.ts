import { html } from '../html.ts'
import { button, checkbox, type Form, form, input, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { Developer } from './records.ts'

/** The account of who is signed in. `isOurs` tells whether the portal keeps it, or an identity provider or the host does. */
export function accountPage(state: Form, { name, email }: Developer, isOurs: boolean): OwnPage {
  const facts = html`<dl><dt>Name</dt><dd>${name}</dd>${email !== undefined && html`<dt>E-mail</dt><dd>${email}</dd>`}</dl>`
  const change = html`${form(
    state,
    'change',
    html`${input(state, { name: 'name', label: 'Name', autocomplete: 'name', value: name })}${input(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', most: 254, value: email })}${input(state, { name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password', most: 1024, isOptional: true, hint: 'Required to change the e-mail address' })}${button('Save')}`,
  )}<h2>Password</h2>${form(
    state,
    'password',
    html`${input(state, { name: 'currentPassword', id: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', most: 1024 })}${input(state, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', most: 1024, hint: 'At least 12 characters' })}${button('Change password')}`,
  )}`
  return ownPage(
    'Account',
    html`<h1>Account</h1>${notices(state)}${isOurs ? change : facts}<h2>Delete the account</h2><p>This removes your name and your address, and you leave all applications. The keys of the applications keep working. The log of changes names your account until its entries expire.</p>${form(state, 'delete', html`${checkbox(state, { name: 'sure', label: 'Delete my account' })}${button('Delete account', false)}`)}`,
    state,
  )
}
