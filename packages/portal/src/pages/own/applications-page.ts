import { html } from '../html.ts'
import type { Place } from '../place.ts'
import { button, type Form, form, input, linkToOwn, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { Application, Used } from './records.ts'
import { subscriptionCards } from './use.ts'

/** An application with its subscriptions. */
export interface Listed {
  readonly application: Application
  readonly used: readonly Used[]
}

/** The applications of who is signed in, each with its subscriptions. */
export const applicationsPage = (place: Place, state: Form, all: readonly Listed[]): OwnPage =>
  ownPage(
    'My applications',
    html`<h1>My applications</h1>${notices(state)}${all.length === 0 && html`<p>An application holds subscriptions and their keys. You can share it with your team.</p>`}${all.map(
      ({ application, used }) =>
        html`<section><h2><a href="${linkToOwn(place, ['applications', application.id])}">${application.name}</a></h2>${application.description && html`<p>${application.description}</p>`}${subscriptionCards(place, used)}</section>`,
    )}<h2>New application</h2>${form(state, 'create', html`${input(state, { name: 'name', label: 'Application name' })}${input(state, { name: 'description', label: 'Description', isOptional: true, most: 1000 })}${button('Create application', false)}`)}`,
    state,
  )
