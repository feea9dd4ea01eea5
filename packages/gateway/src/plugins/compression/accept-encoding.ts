/**
 * Chooses a content coding for a client (RFC 9110, section 12.5.3). Of codings that the client likes equally, one that it
 * names wins over one that only `*` covers; then the order of `offered` decides. Returns `undefined` if the body is to be
 * sent as it is.
 */
export function chooseCoding<C extends string>(accept: readonly string[], offered: readonly C[]): C | undefined {
  if (accept.length === 0) return undefined
  const weights = weightsOf(accept.join(','))
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  let best: C | undefined
  let isNamed = true
  // A body as it is counts less than any coding that is accepted, unless the client prefers it.
  let most = weights.get('identity') ?? 0
  for (const coding of offered) {
    const weight = weightOf(coding)
    const isSame = weight === most && (best === undefined || (!isNamed && weights.has(coding)))
    if (weight > 0 && (weight > most || isSame)) {
      best = coding
      most = weight
      isNamed = weights.has(coding)
    }
  }
  return best
}

/** The weights of an `Accept-Encoding`, by coding in lower case. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of accept.split(',')) {
    const [name = '', ...parameters] = item.split(';')
    const coding = name
      .trim()
      .toLowerCase()
      .replace(/^x-(?=gzip$)/, '')
    if (coding !== '') weights.set(coding, weightIn(parameters))
  }
  return weights
}

/** The weight among the parameters of an item. An invalid one counts as 0: the item is not used. */
function weightIn(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [, weight] = /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter) ?? []
    if (weight !== undefined) return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
  }
  return 1
}
