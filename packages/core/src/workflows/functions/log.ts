import { object, Type } from '../../schema.ts'
import { defineFunction } from './function.ts'

/** Functions that write log lines. */
export const logFunctions = [
  defineFunction({
    name: 'core.log',
    category: 'flow',
    description: 'Adds a line to the log that comes with the result: a text as it is, anything else as JSON',
    args: object({ message: Type.Unknown({ description: 'What to tell' }) }),
    example: {
      memory: { items: [1, 2] },
      config: { kind: 'call', function: 'core.log', args: { message: 'Got ${items}' } },
      result: null,
    },
    async call({ message }, { log }) {
      log(typeof message === 'string' ? message : JSON.stringify(message))
      return null
    },
  }),
]
