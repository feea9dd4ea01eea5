import { api } from '../../calls/api.ts'
import { showSecret } from '../../notices/shown-once.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'

/** A link that works once. */
interface OneTimeLink {
  readonly url: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** Whom an invitation is for. */
export interface Invitation {
  readonly email?: string
  readonly name?: string
  readonly application?: string
  readonly role?: 'owner' | 'member'
}

interface Calls {
  readonly invite?: (input: { readonly body: Invitation }) => Promise<OneTimeLink>
  readonly reset?: (input: { readonly id: string }) => Promise<OneTimeLink>
}

const { invite: callInvite, reset: callReset } = api.developers as Calls

/** Makes a link with which somebody creates an account, and shows it; `undefined` if the service has no invitations. */
export const invite =
  callInvite &&
  (async (body: Invitation): Promise<void> => {
    const { url, until } = await callInvite({ body })
    show(body.name ?? body.email ?? 'a new developer', url, {
      label: 'invitation link',
      purpose: `Send it to the person: with it, they create an account until ${dateTimeIn(until, zone.peek())}. It works once.`,
    })
  })

/** Makes a link with which a developer chooses a new password, and shows it; `undefined` if the service has none. */
export const resetPassword =
  callReset &&
  (async (id: string, name: string): Promise<void> => {
    const { url, until } = await callReset({ id })
    show(name, url, {
      label: 'reset link',
      purpose: `Send it to the person: with it, they choose a new password until ${dateTimeIn(until, zone.peek())}. It works once.`,
    })
  })

const show = (id: string, secret: string, words: { readonly label: string; readonly purpose: string }): void =>
  showSecret({ id, secret, member: 'url', ...words })
