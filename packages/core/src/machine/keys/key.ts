import { pattern } from '../errors/in-words.ts'
import { Type } from '../schema/schema.ts'

const SEGMENT = '[A-Za-z0-9_@.-]+'

/** An id of segments joined by `:`, at most 512 characters. */
export const keySchema = Type.String({
  pattern: pattern(
    `^(?!\\.{1,2}$)${SEGMENT}(:${SEGMENT})*$`,
    'must consist of letters, digits and _@.- in parts joined by single colons, such as shop:express',
  ),
  maxLength: 512,
  description: 'Segments of letters, digits and _@.-, joined by single colons; not . or .., which URLs cannot contain',
})

/** The segments of a key. */
export const segments = (key: string): string[] => key.split(':')

/** An id of one segment, for API keys, users and all records of the gateway. */
export const segmentSchema = Type.String({
  pattern: pattern('^(?!\\.{1,2}$)[A-Za-z0-9_@.-]+$', 'must consist of letters, digits and _@.-'),
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})
