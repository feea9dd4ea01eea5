/** The media types that a client accepts. */
export interface Accepted {
  /** The media ranges that it names, in lower case. */
  readonly types: readonly string[]
  /**
   * The offer that it prefers: that of the highest quality; of equals the one that is named more precisely (`text/html`
   * before `text/*` before all types), then the first. `undefined` if it accepts none.
   */
  choose<T extends string>(offers: Iterable<T>): T | undefined
}

/** Reads an `Accept` header (RFC 9110, section 12.5.1). Parts that cannot be parsed are ignored. */
export function readAccept(accept: string): Accepted {
  const qualities = new Map<string, number>()
  for (const { type, quality } of rangesOf(accept)) if (!qualities.has(type)) qualities.set(type, quality)

  /** How much an offer is liked: its quality, and the precision of the range that decides about it. */
  function likingOf(offer: string): Liking {
    const exact = qualities.get(offer)
    if (exact !== undefined) return { quality: exact, precision: 2 }
    const ofMain = qualities.get(`${offer.split('/', 1)[0]}/*`)
    if (ofMain !== undefined) return { quality: ofMain, precision: 1 }
    return { quality: qualities.get('*/*') ?? 0, precision: 0 }
  }

  return {
    types: [...qualities.keys()],
    choose<T extends string>(offers: Iterable<T>) {
      let best: Liking = { quality: 0, precision: 2 }
      let chosen: T | undefined
      for (const offer of offers) {
        const liking = likingOf(offer)
        if (!isMore(liking, best)) continue
        best = liking
        chosen = offer
      }
      return chosen
    },
  }
}

/**
 * The offered media type that the client prefers; of equals the one that it names more precisely, then the first.
 * Without a header the first offer; `undefined` if no offer is acceptable. All negotiation of media types is done here.
 *
 * @example
 * chooseType('text/html;q=0.5, application/json', ['text/html', 'application/json']) // 'application/json'
 * chooseType('application/json, text/*', ['text/html', 'application/json']) // 'application/json'
 */
export function chooseType<T extends string>(accept: string | null | undefined, offers: readonly T[]): T | undefined {
  return accept ? readAccept(accept).choose(offers) : offers[0]
}

interface Liking {
  readonly quality: number
  readonly precision: number
}

const isMore = (a: Liking, b: Liking): boolean =>
  a.quality > b.quality || (a.quality === b.quality && a.precision > b.precision)

interface Range {
  /** A media range in lower case, such as `text/html` or `text/*`. */
  readonly type: string
  readonly quality: number
}

/** Values in quotes, which may have commas and semicolons. Matches at every quote, so it is linear. */
const QUOTED = /"(?:\\.|[^"\\])*(?:"|\\?$)/gs

function rangesOf(accept: string): Range[] {
  const plain = accept.includes('"') ? accept.replace(QUOTED, '') : accept
  return plain.split(',').flatMap((one) => {
    const [named = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    // Some clients write an asterisk for all types.
    const type = named === '*' ? '*/*' : named
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const quality = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''))
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : []
  })
}
