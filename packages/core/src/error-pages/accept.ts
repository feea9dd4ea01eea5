interface Range {
  /** In lower case: `text/html`, `text/*`, and the like. */
  readonly type: string
  readonly quality: number
}

/** The media ranges of an `Accept` header (RFC 9110, 12.5.1); what cannot be read is passed over. */
function rangesOf(accept: string): Range[] {
  return accept.split(',').flatMap((one) => {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const quality = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''))
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : []
  })
}

/** How much a media type is wanted: what the closest range says. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [main] = type.split('/')
  for (const wanted of [type, `${main}/*`, '*/*']) {
    const found = ranges.find((range) => range.type === wanted)
    if (found) return found.quality
  }
  return 0
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

/** Whether a client asks for JSON rather than HTML: a JSON type has a higher quality. Without a header it does not (decisions 9.4). */
export function prefersJson(accept: string | null | undefined): boolean {
  if (!accept) return false
  const ranges = rangesOf(accept)
  const types = ['application/json', ...ranges.map(({ type }) => type).filter(isJson)]
  return Math.max(...types.map((type) => qualityOf(type, ranges))) > qualityOf('text/html', ranges)
}
