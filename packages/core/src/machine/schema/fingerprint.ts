import type { TSchema } from './schema.ts'

/**
 * A short name for the content of a schema. Schemas with the same JSON text have the same name. Two hashes and the
 * length make an accidental match practically impossible. The first call of a program takes the name of a large schema
 * while V8 still interprets the loop: both hashes are multiplicative, and read the text once.
 */
export function fingerprintOf(schema: TSchema): string {
  const text = JSON.stringify(schema)
  let one = 0x811c9dc5
  let other = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-')
}
