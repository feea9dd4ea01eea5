import { hashState, murmur3 } from './hash.ts'
import type { TSchema } from './schema.ts'

/**
 * A short name of what a schema says: schemas that are the same JSON text have the same one. Two hashes and the length,
 * so that an accidental match of others is out of the question.
 */
export function fingerprintOf(schema: TSchema): string {
  const text = JSON.stringify(schema)
  const hashes = [0, 1].map((seed) => murmur3(text, hashState('', seed)))
  return [text.length, ...hashes].map((part) => part.toString(36)).join('-')
}
