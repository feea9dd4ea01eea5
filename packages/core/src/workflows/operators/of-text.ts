import type { Category } from '../entry.ts'
import { text } from './arguments.ts'
import type { Operator } from './operator.ts'
import { defineOperator } from './operator.ts'

/** What makes something of one text. */
interface OfText {
  /** A text, and what comes of it. */
  readonly example: readonly [text: string, result: unknown]
  /** Units of work a character. @default 1 */
  readonly cost?: number
  readonly evaluate: (text: string) => unknown
}

/** Declares operators of a category whose argument is one text, all of which they go through. */
export const operatorsOfText =
  (category: Category) =>
  (name: Operator['name'], description: string, { example, cost = 1, evaluate }: OfText): Operator =>
    defineOperator({
      name,
      category,
      description,
      args: text('A text'),
      example: { config: { [name]: example[0] }, result: example[1] },
      evaluate: (text, { charge }) => {
        charge(cost * text.length)
        return evaluate(text)
      },
    })
