import { inPlaceKeywords, memberKeywords } from './applicators.ts'
import { assertions } from './assertions.ts'
import { annotation, type Keyword } from './keyword.ts'

/** The keywords of JSON Schema 2020-12 that a type can have. */
export const keywords: Readonly<Record<string, Keyword>> = {
  $schema: { shape: 'text' },
  $id: { shape: 'text' },
  $comment: { shape: 'text' },
  $defs: { shape: 'schemasByName' },
  definitions: { shape: 'schemasByName' },

  ...inPlaceKeywords,
  ...memberKeywords,
  ...assertions,

  format: annotation,
  contentEncoding: annotation,
  contentMediaType: annotation,
  title: annotation,
  description: annotation,
  default: annotation,
  deprecated: annotation,
  readOnly: annotation,
  writeOnly: annotation,
  examples: annotation,
}
