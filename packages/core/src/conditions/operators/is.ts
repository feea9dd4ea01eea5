import { foldCase } from './fold-case.ts'
import { isExact, isNumeric } from './numeric-text.ts'
import type { AttributeTest, Operator } from './operator.ts'

/** The attribute equals a value. A number and its decimal text are equal, too, unless the number lacks digits of the text. */
export const is: Operator<string | number | boolean> = {
  description: 'Equals a value',
  value: { type: ['string', 'number', 'boolean'] },
  takesIgnoreCase: true,
  example: { attribute: 'country', actual: 'FR', value: 'FR' },
  compile(values, { ignoreCase }) {
    if (!ignoreCase && values.every(isPlainText)) return values.length === 1 ? equals(values[0]) : isIn(values)
    return compare(values, ignoreCase)
  },
}

const equals =
  (value: unknown): AttributeTest =>
  (attribute) =>
    attribute === value

function isIn(values: readonly unknown[]): AttributeTest {
  const listed = new Set(values)
  return (attribute) => listed.has(attribute)
}

function compare(values: readonly (string | number | boolean)[], ignoreCase: boolean): AttributeTest {
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = new Set(values.filter((value) => typeof value === 'number'))
  const inTexts = new Set(texts.filter(isExact).map(Number))
  const booleans = new Set(values.filter((value) => typeof value === 'boolean'))
  const hasText = textTest(texts, ignoreCase)
  return (attribute) => {
    if (typeof attribute === 'string')
      return hasText(attribute) || (numbers.size > 0 && isExact(attribute) && numbers.has(Number(attribute)))
    if (typeof attribute === 'number') return numbers.has(attribute) || inTexts.has(attribute)
    return typeof attribute === 'boolean' && booleans.has(attribute)
  }
}

/** Whether a value equals only itself. */
const isPlainText = (value: unknown): boolean => typeof value === 'string' && !isNumeric(value)

function textTest(texts: readonly string[], ignoreCase: boolean): (text: string) => boolean {
  if (ignoreCase) {
    const folded = new Set(texts.map(foldCase))
    return (text) => folded.has(foldCase(text))
  }
  const [only, ...more] = texts
  if (more.length === 0) return (text) => text === only
  const listed = new Set(texts)
  return (text) => listed.has(text)
}
