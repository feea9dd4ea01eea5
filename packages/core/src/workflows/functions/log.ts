import { object, Type } from '../../machine/schema/schema.ts'
import { defineFunction } from './function.ts'

/** Functions that write log lines. */
export const logFunctions = [
  defineFunction({
    name: 'core.log',
    category: 'flow',
    description: 'Adds a line to the log of the run: a text unchanged, any other value as JSON',
    args: object({ message: Type.Unknown({ description: 'The value to log' }) }),
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
