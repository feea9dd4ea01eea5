import { chooseType } from '@signalbox/core/gateway'
import type { Media } from '../operation.ts'

/** The media type that a client likes best, by the header `Accept`; the first if it likes none. */
export function acceptedMedia(content: readonly Media[], accept: string | undefined): Media | undefined {
  if (accept === undefined || content.length < 2) return content[0]
  const types = content.map(({ type }) => type)
  return content[Math.max(types.indexOf(chooseType(accept, types) ?? ''), 0)]
}
