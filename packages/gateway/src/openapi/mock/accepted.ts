import type { Media } from '../operation.ts'

/** The media type that a client likes best, by the header `Accept`; the first if it likes none. */
export function acceptedMedia(content: readonly Media[], accept: string | undefined): Media | undefined {
  if (accept === undefined || content.length < 2) return content[0]
  const ranges = new Map<string, number>()
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((one) => one.trim().toLowerCase())
    const q = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    if (!ranges.has(type)) ranges.set(type, Number.isFinite(q) ? q : 0)
  }
  const quality = ({ type }: Media): number => {
    const main = `${type.split('/', 1)[0]}/*`
    for (const one of [type, main, '*/*']) {
      const q = ranges.get(one)
      if (q !== undefined) return q
    }
    return 0
  }
  let best = content[0] as Media
  for (const one of content) if (quality(one) > quality(best)) best = one
  return best
}
