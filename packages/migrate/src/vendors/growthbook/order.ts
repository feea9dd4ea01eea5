import type { Condition } from '@signalbox/core'
import { allOf, anyOf, missing, never } from '../plans/logic.ts'
import { compare, isText } from '../plans/typed.ts'
import type { ValueScope } from './scope.ts'

const holds = {
  lessThan: (a: number, b: number) => a < b,
  atMost: (a: number, b: number) => a <= b,
  moreThan: (a: number, b: number) => a > b,
  atLeast: (a: number, b: number) => a >= b,
}

/**
 * The attribute is before or after a value as JavaScript orders them, as numbers. Two texts are numbers here, too, which is
 * reported. An absent attribute is 0 then, as `false` and an empty text are, and `true` is 1.
 */
export const ordered =
  (operator: keyof typeof holds) =>
  (attribute: string, bound: unknown, scope: ValueScope): Condition => {
    if (typeof bound === 'string' && !isNumeric(bound)) return orderedText(operator, attribute, bound, scope)
    if (typeof bound !== 'number' && typeof bound !== 'string') {
      scope.onLost(`An attribute is compared with ${JSON.stringify(bound)?.slice(0, 100)}`)
      return never
    }
    if (typeof bound === 'string')
      scope.onChanged(
        'Texts are ordered as texts, even if they are numbers',
        'Texts that are numbers are compared as numbers',
      )
    const [zero, one] = [0, 1].map((value) => holds[operator](value, Number(bound)))
    const emptyToo = typeof bound === 'number' ? [''] : []
    return anyOf([
      compare(attribute, operator, [Number(bound)]),
      compare(attribute, 'is', [...(zero ? [false, ...emptyToo] : []), ...(one ? [true] : [])]),
      ...(zero && !scope.isItem ? [missing(attribute)] : []),
    ])
  }

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** Texts have an order here only if they are dates. */
function orderedText(operator: keyof typeof holds, attribute: string, bound: string, scope: ValueScope): Condition {
  const instant = /^\d{4}-\d\d-\d\d/.test(bound) ? Date.parse(bound) : Number.NaN
  if (Number.isNaN(instant)) {
    scope.onLost(`An attribute is ordered by the text ${bound}`)
    return never
  }
  scope.onChanged('Dates are compared as texts', 'They are compared as dates, so their form does not matter')
  const date = {
    lessThan: compare(attribute, 'before', [instant]),
    atMost: compare(attribute, 'before', [instant + 1]),
    moreThan: compare(attribute, 'after', [instant]),
    atLeast: compare(attribute, 'after', [instant - 1]),
  }[operator]
  return allOf([date, isText(attribute)])
}
