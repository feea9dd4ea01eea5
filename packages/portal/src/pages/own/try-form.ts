import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import type { Triable } from '../reference/triable.ts'
import { button, type Form, form, input, select, textarea } from './forms.ts'
import type { Subscription } from './records.ts'
import { namesOf } from './use.ts'

/** What the form of an operation has. */
export interface TryFields {
  readonly fields: Triable
  /** The subscriptions to choose from: at least one. */
  readonly subscriptions: readonly Subscription[]
  /** The id of the operation: no two forms of a page have fields with the same id. */
  readonly id: string
}

/** The form that calls an operation. */
export function tryForm(place: Place, state: Form, { fields, subscriptions, id }: TryFields): Html {
  const { parameters, body } = fields
  const [first] = subscriptions
  const inputs = parameters.map(({ field, options }) =>
    options === undefined
      ? input(state, field)
      : select(state, field, [
          ...(field.isOptional ? [['', 'None'] as const] : []),
          ...options.map((one) => [one, one] as const),
        ]),
  )
  const chosen = select(
    state,
    { name: 'subscription', id: `${id}:subscription`, label: 'Subscription', value: first?.id },
    subscriptions.map((one) => [one.id, nameOf(place, one)] as const),
  )
  return form(state, 'try', html`${chosen}${inputs}${body && bodyFields(state, body, id)}${button('Try it')}`)
}

function bodyFields(state: Form, { types, example, isRequired }: NonNullable<Triable['body']>, id: string): Html {
  const [type = ''] = types
  const field = { name: 'content_type', id: `${id}:type`, label: 'Content-Type', value: type }
  return html`${
    types.length === 1
      ? html`<input type="hidden" name="content_type" value="${type}">`
      : select(
          state,
          field,
          types.map((one) => [one, one] as const),
        )
  }${textarea(state, { name: 'body', id: `${id}:body`, label: 'Body', hint: type, isOptional: !isRequired, value: example })}`
}

/** The name of a subscription in the list of an API. */
function nameOf(place: Place, subscription: Subscription): string {
  const { plan } = namesOf(place, subscription)
  return subscription.name ? `${subscription.name} (${plan})` : `${plan} (${subscription.id})`
}
