import { problem } from '../../machine/errors/errors.ts'
import { forLists, forNumbers, forObjects, forTexts, type Keyword, keyword, type Place } from './keyword.ts'
import { isEqual, isMultiple, isOfType, lengthOf, textOf } from './measure.ts'

/** The keywords that check the value itself. */
export const assertions: Readonly<Record<string, Keyword>> = {
  type: keyword<string | readonly string[]>('types', (types, value, { fail }) => {
    if (![types].flat().some((type) => isOfType(value, type))) fail(() => problem('error.type', ...[types].flat()))
  }),
  enum: keyword<readonly unknown[]>('list', (values, value, place) => {
    if (!values.some((one) => isEqual(one, value, place)))
      place.fail(() => problem('error.enum', ...values.slice(0, MOST_TOLD).map(told)))
  }),
  const: keyword<unknown>('anything', (expected, value, place) => {
    if (!isEqual(expected, value, place)) place.fail(() => problem('error.enum', told(expected)))
  }),
  multipleOf: forNumbers<number>('divisor', (divisor, value, { fail }) => {
    if (!isMultiple(value, divisor)) fail(problem('error.multiple', divisor))
  }),
  maximum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value > limit) fail(problem('error.maximum', limit))
  }),
  exclusiveMaximum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value >= limit) fail(problem('error.maximum.exclusive', limit))
  }),
  minimum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value < limit) fail(problem('error.minimum', limit))
  }),
  exclusiveMinimum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value <= limit) fail(problem('error.minimum.exclusive', limit))
  }),
  maxLength: forTexts<number>('count', (limit, text, place) => {
    if (lengthOf(text, place) > limit) place.fail(problem('error.length.maximum', limit))
  }),
  minLength: forTexts<number>('count', (limit, text, place) => {
    if (lengthOf(text, place) < limit) place.fail(problem('error.length.minimum', limit))
  }),
  pattern: forTexts<string>('pattern', (pattern, text, { fail, matches }) => {
    if (!matches(pattern, text)) fail(problem('error.pattern', pattern))
  }),
  maxItems: forLists<number>('count', (limit, { length }, { fail }) => {
    if (length > limit) fail(problem('error.items.maximum', limit))
  }),
  minItems: forLists<number>('count', (limit, { length }, { fail }) => {
    if (length < limit) fail(problem('error.items.minimum', limit))
  }),
  uniqueItems: forLists<boolean>('flag', (isUnique, items, place) => {
    if (isUnique && new Set(items.map((item) => textOf(item, place))).size < items.length)
      place.fail(problem('error.items.unique'))
  }),
  maxProperties: forObjects<number>('count', (limit, value, { fail, namesOf }) => {
    if (namesOf(value).length > limit) fail(problem('error.maxProperties'))
  }),
  minProperties: forObjects<number>('count', (limit, value, { fail, namesOf }) => {
    if (namesOf(value).length < limit) fail(problem('error.minProperties'))
  }),
  required: forObjects<readonly string[]>('texts', (names, value, place) => {
    require(names, value, place)
  }),
  dependentRequired: forObjects<Readonly<Record<string, readonly string[]>>>('textsByName', (names, value, place) => {
    for (const name of place.namesOf(names)) {
      place.spend(1)
      if (Object.hasOwn(value, name)) require(names[name]!, value, place)
    }
  }),
}

function require(names: readonly string[], value: object, { fail, spend }: Place): void {
  for (const name of names) {
    spend(1 + name.length / 16)
    if (!Object.hasOwn(value, name)) fail(problem('error.required'), name)
  }
}

/** The most values of an enumeration that a problem lists. */
const MOST_TOLD = 20
/** The most characters of a value in a problem. */
const LONGEST_TOLD = 100

/** The texts of values that are not texts themselves. They may be large: each is converted once. */
const texts = new WeakMap<object, string>()

function told(value: unknown): string {
  const isLarge = typeof value === 'object' && value !== null
  const text = (isLarge && texts.get(value)) || (typeof value === 'string' ? value : JSON.stringify(value))
  const short = text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text
  if (isLarge) texts.set(value, short)
  return short
}
