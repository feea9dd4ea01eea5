import { messagePage } from '../pages/own/entry-pages.ts'
import type { Form } from '../pages/own/forms.ts'
import type { Trial } from '../pages/own/records.ts'
import { tryPage } from '../pages/own/try-page.ts'
import type { ApiPlace } from '../pages/place.ts'
import { linkToOperation } from '../pages/reference/pages.ts'
import type { Operation } from '../pages/reference/read-operations.ts'
import { partsOf } from '../pages/reference/read-parts.ts'
import { referenceOf } from '../pages/reference/reference.ts'
import { PARAMETERS, type Triable, triable } from '../pages/reference/triable.ts'
import { coveredBy } from '../pages/reference/try-part.ts'
import type { SiteApi } from '../pages/site.ts'
import type { Values } from './form-body.ts'
import { activeSubscriptions } from './load-trying.ts'
import type { Tried } from './mine.ts'
import { type Screen, type SignedIn, screen } from './screen.ts'

/** Where somebody calls an operation with one of their subscriptions. The answer to the form is the page with what it answered. */
export function tryScreen(api: SiteApi, operation: Operation): Screen {
  const { openapi = {} } = api
  const reference = referenceOf(openapi)
  const fields = triable(operation, partsOf(openapi, operation, reference.follow), reference.follow)
  const placeOf = ({ place }: SignedIn): ApiPlace => ({ ...place, api, path: [] })
  const show = async (visit: SignedIn, form: Form, trial?: Trial) => {
    const place = placeOf(visit)
    if (!fields || !visit.accounts.canTry?.())
      return messagePage(503, 'The operation cannot be tried here', {
        text: 'Call it with your key: the reference has the code.',
        to: [linkToOperation(place, reference, operation), 'Back to the reference'],
      })
    const subscriptions = coveredBy(api, operation, await activeSubscriptions(visit.found.mine, api))
    return tryPage(place, form, { operation, fields, subscriptions, ...(trial && { trial }) })
  }
  return screen(show, {
    try: {
      fields: ['subscription', 'body', 'content_type', PARAMETERS],
      tells: ['TOO_LARGE', 'UNAVAILABLE'],
      spent: 'The operation was called once. Open the page again to call it again.',
      async run(visit, values) {
        if (!fields) return { kind: 'page', page: await show(visit, { token: visit.next() }) }
        const trial = await visit.found.mine.try({ body: triedOf(api, operation, { fields, values }) })
        return { kind: 'page', page: await show(visit, { token: visit.next(), values }, trial) }
      },
    },
  })
}

interface FilledIn {
  readonly fields: Triable
  readonly values: Values
}

/** The call that a form asks for. Optional fields that are empty are left out. */
function triedOf({ id }: SiteApi, { method, path }: Operation, { fields, values }: FilledIn): Tried {
  const { subscription = '', body = '', content_type = '' } = values
  const given = fields.parameters.flatMap((one) => {
    const value = values[one.field.name] ?? ''
    return value === '' ? [] : [{ ...one, value: one.isRepeated ? value.split(',').map((part) => part.trim()) : value }]
  })
  const at = (place: string) =>
    Object.fromEntries(given.filter((one) => one.in === place).map(({ name, value }) => [name, value]))
  return {
    ...{ api: id, method, path, subscription },
    parameters: { path: at('path'), query: at('query'), header: at('header') },
    // Browsers send line breaks as CR LF.
    ...(fields.body && body !== '' && { body: body.replaceAll('\r\n', '\n') }),
    ...(fields.body && body !== '' && content_type !== '' && { content_type }),
  }
}
