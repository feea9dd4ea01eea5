import fc from 'fast-check'
import type { Language } from './tokens.ts'

/** A part of a script as it is written, and what it is in a context, computed apart from any translation. */
export interface Part<Value> {
  readonly text: string
  /** How closely it binds; parts that bind less are put in parentheses. */
  readonly binds: number
  /** Throws where the script would. */
  readonly in: (context: unknown) => Value
}

/** Precedences of both languages. */
const binds = { or: 1, and: 2, equal: 3, in: 4, elvis: 5, not: 6, call: 7 } as const

const name = fc.constantFrom('a', 'b', 'constructor', 'length')
const word = fc.constantFrom('', 'x', 'xy', 'null', '1', 'true', 'a "quoted" \\ text', "it's $5")
const json = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 2 }, word, fc.constantFrom(null, 0, 1, -2.5, true, false), tie('object'), fc.array(word)),
  object: fc.dictionary(name, tie('any'), { maxKeys: 4 }),
}))
/** Contexts that the scripts look into. */
export const contexts: fc.Arbitrary<unknown> = json.object

const written = (text: string, language: Language): string =>
  `"${text.replaceAll(/["\\]/g, '\\$&')}"`.replaceAll('$', language === 'kotlin' ? '\\$' : '$')

/** The member of an object; `undefined` without it, and for other values. */
const memberOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.getOwnPropertyDescriptor(value, member)?.value
    : undefined

const walk = (context: unknown, path: readonly string[]): unknown => path.reduce(memberOf, context)

const part = <Value>(text: string, own: number, value: (context: unknown) => Value): Part<Value> => ({
  text,
  binds: own,
  in: value,
})

const within = <Value>({ text, binds: own }: Part<Value>, least: number): string => (own < least ? `(${text})` : text)

const path = fc.array(name, { minLength: 1, maxLength: 3 })
const asks = fc.constantFrom('contains', 'startsWith', 'endsWith')
const words = fc.array(word, { maxLength: 3 })

function answer(method: string, text: string, other: string): boolean {
  if (method === 'contains') return text.split(other).length > 1 || other === ''
  return method === 'startsWith'
    ? text.slice(0, other.length) === other
    : text.slice(-other.length || text.length) === other
}

/** Conditions in Kotlin over Jackson. */
export const kotlinConditions: fc.Arbitrary<Part<boolean>> = conditions(kotlinQuestions())
/** Conditions in Scala over the JSON of Play. */
export const scalaConditions: fc.Arbitrary<Part<boolean>> = conditions(scalaQuestions())

/** Conditions over questions, with `&&`, `||`, `!`, comparisons and parentheses. */
function conditions(question: fc.Arbitrary<Part<boolean>>): fc.Arbitrary<Part<boolean>> {
  return fc.letrec<{ any: Part<boolean> }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      question,
      fc.constantFrom(true, false).map((value) => part(String(value), binds.call, () => value)),
      fc
        .tuple(tie('any'), tie('any'))
        .map(([one, other]) =>
          part(
            `${within(one, binds.and)} && ${within(other, binds.equal)}`,
            binds.and,
            (c) => one.in(c) && other.in(c),
          ),
        ),
      fc
        .tuple(tie('any'), tie('any'))
        .map(([one, other]) =>
          part(`${within(one, binds.or)} || ${within(other, binds.and)}`, binds.or, (c) => one.in(c) || other.in(c)),
        ),
      tie('any').map((one) => part(`!${within(one, binds.call)}`, binds.not, (c) => !one.in(c))),
      fc
        .tuple(tie('any'), tie('any'))
        .map(([one, other]) =>
          part(`${within(one, binds.in)} == ${within(other, binds.in)}`, binds.equal, (c) => one.in(c) === other.in(c)),
        ),
    ),
  })).any
}

function kotlinQuestions(): fc.Arbitrary<Part<boolean>> {
  const safely = (names: readonly string[]) =>
    names.map((one, at) => `${at === 0 ? '.' : '?.'}get(${written(one, 'kotlin')})`).join('')
  const jackson = (value: unknown) => (typeof value === 'object' && value !== null ? '' : `${value}`)
  const node = path.map((names) => part(`context${safely(names)}`, binds.call, (c) => walk(c, names)))
  /** The text of a value, or `null`. */
  const text = node.map(({ text, ...one }) =>
    part(`${text}?.asText()`, binds.call, (c) => {
      const value = one.in(c)
      return value === undefined ? null : jackson(value)
    }),
  )
  const ofPath = path.map((names) =>
    part(`context${names.map((one) => `.path(${written(one, 'kotlin')})`).join('')}.asText()`, binds.call, (c) => {
      const value = walk(c, names)
      return value === undefined ? '' : jackson(value)
    }),
  )
  const list = (texts: readonly string[]) => `listOf(${texts.map((one) => written(one, 'kotlin')).join(', ')})`
  return fc.oneof(
    fc.tuple(text, asks, word, fc.boolean()).map(([one, method, other, otherwise]) =>
      part(`${one.text}?.${method}(${written(other, 'kotlin')}) ?: ${otherwise}`, binds.elvis, (c) => {
        const value = one.in(c)
        return value === null ? otherwise : answer(method, value, other)
      }),
    ),
    fc.tuple(text, asks, word).map(([one, method, other]) =>
      part(`${one.text}?.${method}(${written(other, 'kotlin')}) == true`, binds.equal, (c) => {
        const value = one.in(c)
        return value !== null && answer(method, value, other)
      }),
    ),
    fc
      .tuple(text, word, fc.boolean())
      .map(([one, other, isEqual]) =>
        part(
          `${one.text} ${isEqual ? '==' : '!='} ${written(other, 'kotlin')}`,
          binds.equal,
          (c) => (one.in(c) === other) === isEqual,
        ),
      ),
    fc
      .tuple(text, words, fc.boolean())
      .map(([one, others, isIn]) =>
        part(
          `${one.text} ${isIn ? 'in' : '!in'} ${list(others)}`,
          binds.in,
          (c) => others.some((other) => other === one.in(c)) === isIn,
        ),
      ),
    fc
      .tuple(text, words)
      .map(([one, others]) =>
        part(`${list(others)}.contains(${one.text})`, binds.call, (c) => others.some((other) => other === one.in(c))),
      ),
    fc
      .tuple(ofPath, asks, word)
      .map(([one, method, other]) =>
        part(`${one.text}.${method}(${written(other, 'kotlin')})`, binds.call, (c) => answer(method, one.in(c), other)),
      ),
    fc
      .tuple(node, fc.boolean())
      .map(([one, isNull]) =>
        part(`${one.text} ${isNull ? '==' : '!='} null`, binds.equal, (c) => (one.in(c) === undefined) === isNull),
      ),
    name.map((one) => part(`context.has(${written(one, 'kotlin')})`, binds.call, (c) => walk(c, [one]) !== undefined)),
    fc.tuple(name, word).map(([one, other]) =>
      part(`context.get(${written(one, 'kotlin')}).asText() == ${written(other, 'kotlin')}`, binds.equal, (c) => {
        const value = walk(c, [one])
        if (value === undefined) throw new Error('a null pointer')
        return jackson(value) === other
      }),
    ),
    fc
      .tuple(text, word, word)
      .map(([one, otherwise, other]) =>
        part(
          `(${one.text} ?: ${written(otherwise, 'kotlin')}) == ${written(other, 'kotlin')}`,
          binds.equal,
          (c) => (one.in(c) ?? otherwise) === other,
        ),
      ),
  )
}

function scalaQuestions(): fc.Arbitrary<Part<boolean>> {
  const node = path.map((names) =>
    part(`(context${names.map((one) => ` \\ ${written(one, 'scala')}`).join('')})`, binds.call, (c) => walk(c, names)),
  )
  const option = <Value>(type: 'String' | 'Boolean') =>
    node.map(({ text, ...one }) =>
      part(`${text}.asOpt[${type}]`, binds.call, (c): Value | undefined => {
        const value = one.in(c)
        return typeof value === type.toLowerCase() ? (value as Value) : undefined
      }),
    )
  const text = option<string>('String')
  const list = (texts: readonly string[]) => `Seq(${texts.map((one) => written(one, 'scala')).join(', ')})`
  const check = fc.oneof(
    fc.tuple(asks, word).map(([method, other]) => ({
      rest: `.${method}(${written(other, 'scala')})`,
      holds: (value: string) => answer(method, value, other),
    })),
    word.map((other) => ({ rest: ` == ${written(other, 'scala')}`, holds: (value: string) => value === other })),
  )
  const quantifier = fc.constantFrom('exists', 'forall')
  const quantified = (method: string, value: string | undefined, holds: (value: string) => boolean) =>
    value === undefined ? method === 'forall' : holds(value)
  return fc.oneof(
    fc
      .tuple(text, word)
      .map(([one, other]) =>
        part(`${one.text}.contains(${written(other, 'scala')})`, binds.call, (c) => one.in(c) === other),
      ),
    fc
      .tuple(text, word)
      .map(([one, other]) =>
        part(`${one.text} == Some(${written(other, 'scala')})`, binds.equal, (c) => one.in(c) === other),
      ),
    fc
      .tuple(text, quantifier, check)
      .map(([one, method, { rest, holds }]) =>
        part(`${one.text}.${method}(_${rest})`, binds.call, (c) => quantified(method, one.in(c), holds)),
      ),
    fc
      .tuple(text, quantifier, check, check)
      .map(([one, method, first, second]) =>
        part(`${one.text}.${method}(u => u${first.rest} || !(u${second.rest}))`, binds.call, (c) =>
          quantified(method, one.in(c), (value) => first.holds(value) || !second.holds(value)),
        ),
      ),
    fc
      .tuple(text, quantifier, words, fc.boolean())
      .map(([one, method, others, isShort]) =>
        part(`${one.text}.${method}(${list(others)}.contains${isShort ? '' : '(_)'})`, binds.call, (c) =>
          quantified(method, one.in(c), (value) => others.some((other) => other === value)),
        ),
      ),
    fc.tuple(text, check, fc.boolean()).map(([one, { rest, holds }, otherwise]) =>
      part(`${one.text}.map(_${rest}).getOrElse(${otherwise})`, binds.call, (c) => {
        const value = one.in(c)
        return value === undefined ? otherwise : holds(value)
      }),
    ),
    fc
      .tuple(text, word, asks, word)
      .map(([one, otherwise, method, other]) =>
        part(
          `${one.text}.getOrElse(${written(otherwise, 'scala')}).${method}(${written(other, 'scala')})`,
          binds.call,
          (c) => answer(method, one.in(c) ?? otherwise, other),
        ),
      ),
    fc
      .tuple(option<boolean>('Boolean'), fc.boolean())
      .map(([one, value]) => part(`${one.text}.contains(${value})`, binds.call, (c) => one.in(c) === value)),
    fc
      .tuple(fc.oneof(node, text), fc.boolean())
      .map(([one, isDefined]) =>
        part(
          `${one.text}.${isDefined ? 'isDefined' : 'isEmpty'}`,
          binds.call,
          (c) => (one.in(c) !== undefined) === isDefined,
        ),
      ),
    fc.tuple(node, word).map(([one, other]) =>
      part(`${one.text}.as[String] == ${written(other, 'scala')}`, binds.equal, (c) => {
        const value = one.in(c)
        if (typeof value !== 'string') throw new Error('a JsResultException')
        return value === other
      }),
    ),
  )
}
