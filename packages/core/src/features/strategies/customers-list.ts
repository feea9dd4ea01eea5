import { clientOf } from '../../context.ts'
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
    const listed = new Set(customers)
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
