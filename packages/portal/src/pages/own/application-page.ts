import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import type { Listed } from './applications-page.ts'
import { button, checkbox, type Form, form, input, linkToOwn, notices, select } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { Developer, Member } from './records.ts'
import { subscriptionCards, timeOf } from './use.ts'

/** A link that lets its holder join. */
export interface Invitation {
  readonly url: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** What the page of an application knows besides it. */
export interface Viewing {
  readonly developer: Developer
  /** A link that was just made. */
  readonly invitation?: Invitation | undefined
}

/** An application: its subscriptions and its team. Owners invite, remove and delete. */
export function applicationPage(
  place: Place,
  state: Form,
  { application, used, developer, invitation }: Listed & Viewing,
): OwnPage {
  const { name, description, members } = application
  const isOwner = members.some((one) => one.developer === developer.id && one.role === 'owner')
  const team = html`<ul class="cards">${members.map((one) => member(state, one, { isOwner, isMe: one.developer === developer.id }))}</ul>`
  return ownPage(
    name,
    html`<p><a href="${linkToOwn(place, ['applications'])}">My applications</a></p><h1>${name}</h1>${notices(state)}${description && html`<p>${description}</p>`}<h2>Subscriptions</h2>${subscriptionCards(place, used)}<h2>Team</h2>${team}${invitation && invited(invitation)}${isOwner && html`<h3>Invite somebody</h3>${inviteForm(state)}<h2>Settings</h2>${settings(state, { name, description })}`}`,
    state,
  )
}

const roles = { owner: 'Owner', member: 'Member' } as const

function member(
  state: Form,
  { developer, name, role }: Member,
  { isOwner, isMe }: { isOwner: boolean; isMe: boolean },
): Html {
  const label = isMe ? 'Leave' : 'Remove'
  return html`<li><h3>${name ?? developer}${isMe && ' (you)'}</h3><p class="muted">${roles[role]}</p>${(isOwner || isMe) && form(state, 'remove', html`<input type="hidden" name="developer" value="${developer}"><p><button aria-label="${label} ${name ?? developer}">${label}</button></p>`)}</li>`
}

const inviteForm = (state: Form): Html =>
  form(
    state,
    'invite',
    html`${select(
      state,
      {
        name: 'role',
        label: 'Role',
        value: 'member',
        hint: 'Members subscribe and rotate keys. Owners also invite, close and delete.',
      },
      [
        ['member', 'Member'],
        ['owner', 'Owner'],
      ],
    )}${button('Invite', false)}`,
  )

const invited = ({ url, until }: Invitation): Html =>
  html`<div class="notice" role="status"><p>Send this link to the person. It works once, until ${timeOf(until)}. You won’t be able to see it again.</p><pre class="wrap"><code>${url}</code></pre></div>`

const settings = (state: Form, { name, description }: { name: string; description: string | undefined }): Html =>
  html`${form(state, 'update', html`${input(state, { name: 'name', label: 'Application name', value: name })}${input(state, { name: 'description', label: 'Description', isOptional: true, most: 1000, value: description })}${button('Save', false)}`)}${form(state, 'delete', html`${checkbox(state, { name: 'sure', label: 'Delete this application' })}${button('Delete application', false)}`)}`
