import { conditionSchema } from '../conditions/condition-schema.ts'
import { problem } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { metadata, object, type Static, Type, texts } from '../machine/schema/schema.ts'

/** The most ids in the lists of a segment, together. */
const MOST_IDS = 100_000

const ids = (description: string) => Type.Optional(Type.Array(Type.String(), { maxItems: MOST_IDS, description }))

/** A group of clients that conditions refer to. */
export const segmentSchema = object({
  id: keySchema,
  description: Type.Optional(Type.String()),
  tags: texts,
  metadata,
  when: Type.Optional(conditionSchema),
  included: ids('Ids of clients that are in the segment, whatever `when` says'),
  excluded: ids('Ids of clients that are not in the segment, even if they are included'),
})
/**
 * A group of clients that conditions refer to: those in `included` and those for whom `when` is true, except those in
 * `excluded`.
 */
export type Segment = Static<typeof segmentSchema>

/** Segments as a kind of record. */
export const segments = defineResource({
  name: 'segment',
  plural: 'segments',
  path: '/api/segments',
  domain: 'Segment',
  events: 'SEGMENT',
  isGrantedByDefault: true,
  isStreamedByDefault: true,
  schema: segmentSchema,
  id: keySchema,
  replaced: { when: true },
  rules: {
    check: (segment) =>
      isObject(segment) && countOf(segment) > MOST_IDS
        ? { '/included': [problem('error.items.maximum', MOST_IDS)] }
        : {},
  },
})

const countOf = (segment: object): number =>
  [own(segment, 'included'), own(segment, 'excluded')].reduce<number>(
    (count, list) => count + (Array.isArray(list) ? list.length : 0),
    0,
  )
