import type { Category } from '../reference/entry.ts'
import { text } from './arguments.ts'
import { defineOperator, type Operator } from './operator.ts'

/** An operator that converts one text. */
interface OfText {
  /** An example text and its result. */
  readonly example: readonly [text: string, result: unknown]
  /** Cost per character, in units of work. @default 1 */
  readonly cost?: number
  readonly evaluate: (text: string) => unknown
}

/** Declares operators of one category that take one text and read all of it. */
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
