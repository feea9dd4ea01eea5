interface Range {
  /** A media range in lower case, such as `text/html` or `text/*`. */
  readonly type: string
  readonly quality: number
}

/** The media types a client accepts. */
export interface Accepted {
  /** The media ranges it names. */
  readonly types: readonly string[]
  /** How much the client prefers a media type, from 0 to 1. The most specific matching range decides. */
  qualityOf(type: string): number
}

/** Reads an `Accept` header (RFC 9110, section 12.5.1). Parts that cannot be parsed are ignored. */
export function readAccept(accept: string): Accepted {
  const qualities = new Map<string, number>()
  for (const { type, quality } of rangesOf(accept)) if (!qualities.has(type)) qualities.set(type, quality)
  return {
    types: [...qualities.keys()],
    qualityOf(type) {
      const [main] = type.split('/')
      return qualities.get(type) ?? qualities.get(`${main}/*`) ?? qualities.get('*/*') ?? 0
    },
  }
}

/**
 * The offered media type the client prefers; of equals the first. Without a header the first offer; `undefined` if no
 * offer is acceptable.
 *
 * @example
 * chooseType('text/html;q=0.5, application/json', ['text/html', 'application/json']) // 'application/json'
 */
export function chooseType<T extends string>(accept: string | null | undefined, offers: readonly T[]): T | undefined {
  if (!accept) return offers[0]
  const { qualityOf } = readAccept(accept)
  const best = Math.max(...offers.map(qualityOf))
  return best > 0 ? offers.find((offer) => qualityOf(offer) === best) : undefined
}

function rangesOf(accept: string): Range[] {
  return accept.split(',').flatMap((one) => {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const quality = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''))
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : []
  })
}
