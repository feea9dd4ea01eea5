import { type Findings, isGiven, isJson, type Json, listOf } from './findings.ts'

/** The settings of a backend, and what to call it in findings. */
interface Upstream {
  readonly name: string
  readonly settings: Json
}

/** Translates the settings of a backend: its targets, load balancing and health check. */
export function translateUpstream({ name, settings }: Upstream, findings: Findings): Json {
  const { targets, target_refs, load_balancing, health_check, ...others } = settings
  if (isGiven(target_refs)) findings.note(`${name}: target_refs are left out: add the targets`)
  return {
    ...others,
    ...(targets !== undefined && { targets: listOf(targets).map((one) => translateTarget(one, name, findings)) }),
    ...(isJson(load_balancing) && { load_balancing: { ...hashName(load_balancing), ...load_balancing } }),
    ...(isJson(health_check) && { health_check: translateCheck(health_check, name, findings) }),
  }
}

/** Otoroshi hashes a value of this name if nothing else is given. */
const hashName = ({ type }: Json): Json => {
  const member = { HeaderHash: 'header_name', CookieHash: 'cookie_name', QueryHash: 'query_name' }[String(type)]
  return member === undefined ? {} : { [member]: 'session-id' }
}

/** Translates a target. Its certificate is verified, whatever Otoroshi did. */
export function translateTarget(target: Json, backend: string, { note }: Findings): Json {
  const { protocol, predicate, tls_config, ...others } = target
  const name = `${backend}: target ${target.id ?? target.hostname}`
  const known = protocols(target.tls === true)[String(protocol ?? 'HTTP/1.1')] ?? 'HTTP/1.1'
  if (isGiven(protocol) && !String(protocol).startsWith(known)) note(`${name}: ${known} is used instead of ${protocol}`)
  if (isJson(predicate) && (predicate.type ?? 'AlwaysMatch') !== 'AlwaysMatch')
    note(`${name}: its predicate ${predicate.type} is left out, so it gets all kinds of requests`)
  const tls = isJson(tls_config) && tls_config.enabled === true ? tls_config : {}
  if (tls.trust_all === true) note(`${name}: its certificate is verified now: set tls_config.ca if it is your own`)
  if (isGiven(tls.certs) || isGiven(tls.trusted_certs))
    note(`${name}: certificates are not in the file: set tls_config with ca, cert and key in PEM`)
  return { ...others, protocol: known }
}

const protocols = (isSecure: boolean): Readonly<Record<string, string>> => ({
  'HTTP/1.1': 'HTTP/1.1',
  'HTTP/2': isSecure ? 'HTTP/2' : 'HTTP/1.1',
  'HTTP/2.0': isSecure ? 'HTTP/2' : 'HTTP/1.1',
  h2c: 'h2c',
})

/** Otoroshi checks one URL; here each target is checked at its path. */
function translateCheck(check: Json, name: string, { note }: Findings): Json {
  const url = String(check.url ?? '')
  if (!/^https?:/.test(url) || !URL.canParse(url)) return check
  const { pathname, search } = new URL(url)
  if (check.enabled === true) note(`${name}: each target is checked at ${pathname}${search}, instead of ${url}`)
  return { ...check, url: pathname + search }
}
