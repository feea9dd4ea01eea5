import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import { anything, named, optional, pointer, text } from './arguments.ts'
import { FOLLOWING } from './costs.ts'
import { defineOperator } from './operator.ts'

/** Operators for the memory of the run, and for values that are not to be evaluated. */
export const memoryOperators = [
  defineOperator({
    name: '$mem_ref',
    category: 'memory',
    description:
      'The value in memory under a name, which may be computed, or a part of the value; null if there is none',
    args: named({
      name: text('The name in memory'),
      path: optional(pointer('A JSON pointer (RFC 6901) into the value, such as `/items/0`')),
    }),
    example: {
      memory: { order: { items: ['tea'] }, which: 'order' },
      config: { $mem_ref: { name: '${which}', path: '/items/0' } },
      result: 'tea',
    },
    evaluate: ({ name, path = '' }, { read, charge }) => {
      charge(name.length + FOLLOWING * path.length)
      return valueAt(read(name), stepsOf(path)) ?? null
    },
  }),
  defineOperator({
    name: '$raw',
    category: 'memory',
    description: 'The value as written: `${` in texts and `$` in names of members have no meaning',
    args: anything('Any value'),
    example: { config: { $raw: { $add: ['${a}', 1] } }, result: { $add: ['${a}', 1] } },
    evaluate: (value) => value,
  }),
]
