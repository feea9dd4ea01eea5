import type { BodyTransform } from '../../plugin-api/hooks.ts'
import { type Refused, RefusedError } from '../../plugin-api/refused.ts'

/** Passes on up to so many bytes of a body; further ones are refused. */
export function countBytes(most: number, refused: Refused): BodyTransform {
  let count = 0
  return {
    keepsLength: true,
    chunk(bytes) {
      count += bytes.length
      if (count > most) throw new RefusedError(refused)
      return bytes
    },
  }
}
