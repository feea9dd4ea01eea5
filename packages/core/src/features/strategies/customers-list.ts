import { clientOf } from '../../conditions/context.ts'
import { defineStrategy, matched } from './strategy.ts'

/** Active for the clients listed. */
export const customersList = defineStrategy({
  parameters: {
    type: 'object',
    required: ['customers'],
    properties: { customers: { type: 'array', items: { type: 'string' } } },
    additionalProperties: false,
  },
  needsContext: true,
  reason: matched,
  compile({ customers }) {
    const listed = toSet(customers)
    return (context) => {
      const client = clientOf(context)
      return client !== undefined && listed.has(client)
    }
  },
  explain({ customers }, _environment, _id, context) {
    const client = clientOf(context)
    return { listed: client !== undefined && customers.includes(client) }
  },
})

/**
 * A set, also of few customers: comparing with each takes twice as long if the id of a client was put together, as in
 * `user-${number}`. A program that holds many features may pass a set, which it keeps in place of the list.
 */
const toSet = (customers: readonly string[] | ReadonlySet<string>): ReadonlySet<string> =>
  customers instanceof Set ? customers : new Set(customers as readonly string[])
