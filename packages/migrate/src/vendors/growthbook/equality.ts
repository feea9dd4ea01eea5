import type { Condition } from '@signalbox/core'
import { allOf, anyOf, exists, missing, never, not } from '../plans/logic.ts'
import { compare, equals, isText } from '../plans/typed.ts'
import type { ValueScope } from './scope.ts'

/** An attribute equals a value as `==` of texts, numbers and booleans: attributes of another type are converted. */
export function equalTo(attribute: string, value: unknown, scope: ValueScope): Condition {
  const absent = scope.isItem ? never : missing(attribute)
  switch (typeof value) {
    case 'string':
      return asText(attribute, value, absent)
    case 'number':
      return anyOf([
        compare(attribute, 'is', [value, ...(value === 1 ? [true] : value === 0 ? [false, ''] : [])]),
        ...(value === 0 ? [absent] : []),
      ])
    case 'boolean':
      return value ? truthy(attribute) : allOf([exists(attribute), not(truthy(attribute))])
    default:
      if (value === null) return absent
      scope.onLost(`An attribute is compared with ${JSON.stringify(value)?.slice(0, 100)}`)
      return never
  }
}

function asText(attribute: string, text: string, absent: Condition): Condition {
  const number = Number(text)
  if (/^-?\d+(\.\d+)?$/.test(text) && String(number) !== text)
    return allOf([compare(attribute, 'is', [text]), isText(attribute)])
  const values = [text, ...(text === 'true' ? [true] : text === 'false' ? [false] : [])]
  return anyOf([compare(attribute, 'is', values), ...(text === 'null' ? [absent] : [])])
}

/** The attribute is neither absent, nor `false`, an empty text, or the number 0. */
const truthy = (attribute: string): Condition =>
  not(anyOf([missing(attribute), compare(attribute, 'is', [false, '']), equals(attribute, [0])]))
