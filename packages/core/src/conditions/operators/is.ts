import { foldCase } from './fold-case.ts'
import { isNumeric } from './numeric-text.ts'
import type { Operator } from './operator.ts'

/** The attribute equals a value. A number and its decimal text are equal, too. */
export const is: Operator<string | number | boolean> = {
  description: 'Equals a value',
  value: { type: ['string', 'number', 'boolean'] },
  takesIgnoreCase: true,
  example: { attribute: 'country', actual: 'FR', value: 'FR' },
  compile(values, { ignoreCase }) {
    const [only] = values
    if (!ignoreCase && values.length === 1 && isPlainText(only)) return (attribute) => attribute === only
    if (!ignoreCase && values.every(isPlainText)) {
      const listed = new Set<unknown>(values)
      return (attribute) => listed.has(attribute)
    }
    const texts = values.filter((value) => typeof value === 'string')
    const numbers = new Set(values.filter((value) => typeof value === 'number'))
    const inTexts = new Set(texts.filter(isNumeric).map(Number))
    const booleans = new Set(values.filter((value) => typeof value === 'boolean'))
    const hasText = textTest(texts, ignoreCase)
    return (attribute) => {
      if (typeof attribute === 'string')
        return hasText(attribute) || (numbers.size > 0 && isNumeric(attribute) && numbers.has(Number(attribute)))
      if (typeof attribute === 'number') return numbers.has(attribute) || inTexts.has(attribute)
      return typeof attribute === 'boolean' && booleans.has(attribute)
    }
  },
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
