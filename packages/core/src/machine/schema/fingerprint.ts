import { hashState, murmur3 } from '../secrets/hash.ts'
import type { TSchema } from './schema.ts'

/**
 * A short name for the content of a schema. Schemas with the same JSON text have the same name. Two hashes and the
 * length make an accidental match practically impossible.
 */
export function fingerprintOf(schema: TSchema): string {
  const text = JSON.stringify(schema)
  const hashes = [0, 1].map((seed) => murmur3(text, hashState('', seed)))
  return [text.length, ...hashes].map((part) => part.toString(36)).join('-')
}
