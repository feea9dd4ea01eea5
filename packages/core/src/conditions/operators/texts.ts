import { anyPrefix } from './any-prefix.ts'
import { foldCase } from './fold-case.ts'
import type { AttributeTest, Operator, OperatorOptions } from './operator.ts'

/** The text begins with a value. */
export const startsWith: Operator<string> = {
  description: 'Begins with a value',
  value: { type: 'string' },
  takesIgnoreCase: true,
  example: { attribute: 'email', actual: 'ann@shop.example', value: 'ann@' },
  compile: (values, options) =>
    compile(values, options, {
      one: (value) => (text) => text.startsWith(value),
      any(several) {
        const begins = anyPrefix(several, 'forwards')
        return (text) => begins(text, 0)
      },
    }),
}

/** The text ends with a value. */
export const endsWith: Operator<string> = {
  description: 'Ends with a value',
  value: { type: 'string' },
  takesIgnoreCase: true,
  example: { attribute: 'email', actual: 'ann@shop.example', value: '@shop.example' },
  compile: (values, options) =>
    compile(values, options, {
      one: (value) => (text) => text.endsWith(value),
      any(several) {
        const ends = anyPrefix(several, 'backwards')
        return (text) => ends(text, 0)
      },
    }),
}

/** The text contains a value. */
export const contains: Operator<string> = {
  description: 'Contains a value',
  value: { type: 'string' },
  takesIgnoreCase: true,
  example: { attribute: 'agent', actual: 'Mozilla/5.0 (iPad)', value: 'iPad' },
  compile: (values, options) =>
    compile(values, options, {
      one: (value) => (text) => text.includes(value),
      any(several) {
        const begins = anyPrefix(several, 'forwards')
        return (text) => {
          for (let from = 0; from <= text.length; from++) if (begins(text, from)) return true
          return false
        }
      },
    }),
}

type TextTest = (text: string) => boolean

/** The tests of one value and of several. */
interface TextTests {
  readonly one: (value: string) => TextTest
  readonly any: (values: readonly string[]) => TextTest
}

function compile(values: readonly string[], { ignoreCase }: OperatorOptions, { one, any }: TextTests): AttributeTest {
  const folded = ignoreCase ? values.map(foldCase) : values
  const test = folded.length === 1 ? one(folded[0] as string) : any(folded)
  return ignoreCase
    ? (attribute) => typeof attribute === 'string' && test(foldCase(attribute))
    : (attribute) => typeof attribute === 'string' && test(attribute)
}
