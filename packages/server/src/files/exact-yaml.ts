import { LOSES_DIGITS } from '@signalbox/core/wire'
import type { CollectionTag, ScalarTag, SchemaOptions, Tags } from 'yaml'

/**
 * Options of YAML parsers: integers whose digits would change are errors with their place, as they are in JSON. Fractions
 * and exponents are read as the nearest number.
 */
export const exactIntegers = {
  customTags: (tags: Tags): Tags =>
    tags.map((tag) => (typeof tag === 'object' && tag.tag === INTEGER ? exact(tag) : tag)),
} satisfies SchemaOptions

const INTEGER = 'tag:yaml.org,2002:int'

/** How messages about such integers begin. The rest quotes the text. */
export const LOST_DIGITS = `The integer ${LOSES_DIGITS}: write it as a text, in quotes`

const exact = (tag: ScalarTag | CollectionTag): ScalarTag | CollectionTag => ({
  ...(tag as ScalarTag),
  resolve(text, onError, options) {
    const value = (tag as ScalarTag).resolve(text, onError, options)
    if (typeof value === 'number' && !Number.isNaN(value) && !isSame(value, text)) onError(LOST_DIGITS)
    return value
  },
})

/** Whether a number has the digits of its text, which may be octal or hexadecimal, or of YAML 1.1. */
function isSame(value: number, text: string): boolean {
  if (Number.isSafeInteger(value)) return true
  try {
    return String(BigInt(text)) === String(value)
  } catch {
    return false
  }
}
