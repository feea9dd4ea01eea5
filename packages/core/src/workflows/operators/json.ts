import { SignalboxError } from '../../machine/errors/errors.ts'
import { copyJson, MAX_DEPTH } from '../../machine/json/json.ts'
import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import type { Category } from '../reference/entry.ts'
import { failed } from '../runs/failure.ts'
import { anything, named, optional, pointer, text } from './arguments.ts'
import { FOLLOWING } from './costs.ts'
import { chargeWhole } from './json-text.ts'
import { defineOperator } from './operator.ts'

const category: Category = 'json'

/** Operators on JSON, as text and by path. */
export const jsonOperators = [
  defineOperator({
    name: '$json_parse',
    category,
    description:
      'Parses a text as JSON. Fails for invalid JSON, for numbers that are too large, and for values that are nested too deeply',
    args: text('A text such as `{"a": [1, 2]}`'),
    example: { config: { $json_parse: '{"a": [1, 2]}' }, result: { a: [1, 2] } },
    evaluate: (text, { charge }) => {
      charge(text.length)
      const value = parse(text)
      chargeWhole(value, charge)
      return value
    },
  }),
  defineOperator({
    name: '$json_stringify',
    category,
    description: 'The value as JSON on one line, with the members in their order',
    args: anything('Any value'),
    example: { config: { $json_stringify: { a: [1, 'b'] } }, result: '{"a":[1,"b"]}' },
    evaluate: (value, { charge }) => {
      chargeWhole(value, charge)
      return JSON.stringify(value)
    },
  }),
  defineOperator({
    name: '$json_prettify',
    category,
    description: 'The value as JSON for readers, indented by two spaces',
    args: anything('Any value'),
    example: { config: { $json_prettify: { a: [1] } }, result: '{\n  "a": [\n    1\n  ]\n}' },
    evaluate: (value, { charge }) => {
      chargeWhole(value, charge, INDENT)
      return JSON.stringify(value, null, INDENT)
    },
  }),
  defineOperator({
    name: '$json_get',
    category,
    description: 'The value at a JSON pointer (RFC 6901); the default, or null, if there is none',
    args: named({
      value: anything('Any value'),
      pointer: pointer('A pointer such as `/items/0/name`; the empty pointer is the whole value'),
      default: optional(anything('The default; null unless set')),
    }),
    example: {
      config: { $json_get: { value: { items: [{ name: 'tea' }] }, pointer: '/items/0/name' } },
      result: 'tea',
    },
    evaluate: ({ value, pointer, default: otherwise = null }, { charge }) => {
      charge(FOLLOWING * pointer.length)
      const found = valueAt(value, stepsOf(pointer))
      return found === undefined ? otherwise : found
    },
  }),
]

const INDENT = 2

function parse(text: string): unknown {
  try {
    return copyJson(JSON.parse(text))
  } catch (cause) {
    const wrong =
      cause instanceof SignalboxError
        ? `$json_parse takes JSON of at most ${MAX_DEPTH} levels, without numbers that are too large`
        : '$json_parse takes JSON, but the text is not valid JSON'
    throw Object.assign(failed('value', wrong, '$json_parse'), { cause })
  }
}
