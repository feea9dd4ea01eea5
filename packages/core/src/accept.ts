interface Range {
  /** In lower case: `text/html`, `text/*`, and the like. */
  readonly type: string
  readonly quality: number
}

/** What a client takes. */
export interface Accepted {
  /** The media ranges that it names. */
  readonly types: readonly string[]
  /** How much it wants a media type, from 0 to 1: what the closest range says. */
  qualityOf(type: string): number
}

/** Reads an `Accept` header (RFC 9110, 12.5.1); what cannot be read in it is passed over. */
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

/** The offered media type that a client wants most, the first of equals; without a header the first; `undefined`: none. */
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
