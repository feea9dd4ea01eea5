import { type Findings, isGiven, isJson, type Json, pick, textsOf } from './findings.ts'
import { type AddBackend, cacheConfig, canaryConfig, mirrorConfig } from './traffic-plugins.ts'

/** The prefix of plugin names. */
const OTOROSHI = /^cp:otoroshi\.next\.plugins\.(wrappers\.)?/

/** How a plugin of Otoroshi is translated. */
type Row =
  /** It has an equivalent; its configuration is copied unless `config` translates it. */
  | {
      readonly to: string
      /** `undefined`: the plugin has no effect and is left out. */
      readonly config?: (config: Json, findings: Findings, add: AddBackend) => Json | undefined
    }
  /** It has no equivalent and its absence gives nobody access. `absent` says what changes. */
  | { readonly absent: string }

const same =
  (...names: readonly string[]): ((config: Json) => Json) =>
  (config) =>
    pick(config, names)
const nothing = () => ({})
const headerNames = (config: Json) => ({
  header_names: [config.header_names, config.headers, config.names].map(textsOf).find(isGiven) ?? [],
})

/**
 * Plugins of Otoroshi that have an equivalent here, or are known not to control access. All others are assumed to be
 * guards.
 */
export const pluginRows: Readonly<Record<string, Row>> = {
  OverrideHost: { to: 'OverrideHost', config: nothing },
  ApikeyCalls: { to: 'ApikeyCalls', config: apikeyConfig },
  NgHasClientCertMatchingValidator: { to: 'HasClientCertMatchingValidator', config: certificateConfig },
  HasClientCertMatchingValidator: { to: 'HasClientCertMatchingValidator', config: certificateConfig },
  Cors: { to: 'Cors', config: corsConfig },
  AdditionalHeadersIn: { to: 'AdditionalHeadersIn', config: headersConfig },
  AdditionalHeadersOut: { to: 'AdditionalHeadersOut', config: headersConfig },
  RemoveHeadersIn: { to: 'RemoveHeadersIn', config: headerNames },
  RemoveHeadersOut: { to: 'RemoveHeadersOut', config: headerNames },
  IpAddressAllowedList: { to: 'IpAddressAllowedList', config: same('addresses') },
  IpAddressBlockList: { to: 'IpAddressBlockList', config: same('addresses') },
  RequestBodyLengthLimiter: {
    to: 'RequestBodySizeLimit',
    config(config, { note }) {
      if (config.fail !== true) note('RequestBodyLengthLimiter truncated longer bodies; they are now rejected with 413')
      return { max_bytes: config.max_length ?? 4 * 1024 * 1024 }
    },
  },
  ForceHttpsTraffic: { to: 'ForceHttpsTraffic', config: nothing },
  GzipResponseCompressor: { to: 'Compression', config: () => ({ encodings: ['gzip'] }) },
  BrotliResponseCompressor: { to: 'Compression', config: () => ({ encodings: ['br'] }) },
  MaintenanceMode: { to: 'MaintenanceMode', config: nothing },
  GlobalMaintenanceMode: { absent: 'all routes cannot be switched to maintenance at once' },
  BuildMode: { to: 'BuildMode', config: nothing },
  Redirection: { to: 'Redirection', config: redirectionConfig },
  StaticResponse: {
    to: 'StaticResponse',
    config(config, { note }) {
      if (config.apply_el === true) note('StaticResponse: its body is sent unchanged, without evaluating expressions')
      return pick(config, ['status', 'headers', 'body'])
    },
  },
  ReadOnlyCalls: { to: 'AllowHttpMethods', config: () => ({ allowed: ['GET', 'HEAD', 'OPTIONS'] }) },
  AllowHttpMethods: { to: 'AllowHttpMethods', config: same('allowed', 'forbidden') },
  ResponseBodyLengthLimiter: {
    to: 'ResponseBodySizeLimit',
    config(config, { note }) {
      if (config.fail !== true)
        note('ResponseBodyLengthLimiter truncated longer responses; they are now answered with 502')
      return { max_bytes: config.max_length ?? 4 * 1024 * 1024 }
    },
  },
  NgResponseCache: { to: 'ResponseCache', config: cacheConfig },
  NgTrafficMirroring: { to: 'TrafficMirror', config: mirrorConfig },
  CanaryMode: { to: 'Canary', config: canaryConfig },
  OtoroshiInfos: { absent: 'backends receive no token with the identity of the caller' },
  OtoroshiHeadersIn: { absent: 'backends receive no headers about the gateway' },
  SendOtoroshiHeadersBack: { absent: 'clients receive no headers about the gateway' },
  XForwardedHeaders: { absent: 'the gateway sends its own X-Forwarded headers' },
  ForwardedHeader: { absent: 'backends receive no Forwarded header' },
  OverrideLocationHeader: { absent: 'addresses in responses are not rewritten' },
  MissingHeadersIn: { absent: 'missing request headers are not added' },
  MissingHeadersOut: { absent: 'missing response headers are not added' },
  NgHttpClientCache: { absent: 'responses keep the cache headers of the backend' },
  SnowMonkeyChaos: { absent: 'no faults are injected' },
  Robots: { absent: 'the backend serves robots.txt' },
}

/** Returns the short name of a plugin, such as `ApikeyCalls`. */
export const pluginName = (id: string): string => id.replace(OTOROSHI, '')

/** Looks up a plugin, with or without `Ng` before its name. */
export function rowOf(id: string): Row | undefined {
  const name = pluginName(id)
  return pluginRows[name] ?? pluginRows[name.replace(/^Ng/, '')] ?? pluginRows[`Ng${name}`]
}

/** Translates API key checks, which keep reading keys where clients of Otoroshi send them. */
function apikeyConfig(config: Json, { note, refuse }: Findings): Json {
  const extractors = isJson(config.extractors) ? config.extractors : {}
  const part = (name: string) => (isJson(extractors[name]) ? (extractors[name] as Json) : {})
  const routing = isJson(config.routing) ? config.routing : {}
  const { enabled: isRouted, ...conditions } = routing
  if (isRouted === true || Object.values(conditions).some(isGiven))
    refuse('ApikeyCalls admits keys by their tags and metadata (routing), which is not supported')
  if (part('client_id').enabled !== false)
    note('ApikeyCalls: keys without their secret are rejected, unless the plan allows them')
  const custom = part('custom_headers')
  return {
    mandatory: config.mandatory !== false,
    wipe_backend_request: config.wipe_backend_request !== false,
    extractors: {
      basic: part('basic').enabled !== false,
      client_id_header: custom.client_id_header_name ?? 'Otoroshi-Client-Id',
      client_secret_header: custom.client_secret_header_name ?? 'Otoroshi-Client-Secret',
    },
  }
}

function certificateConfig(config: Json, findings: Findings): Json {
  return {
    ...certificatePatterns(config, findings),
    ...(isGiven(config.serial_numbers) && { serialNumbers: config.serial_numbers }),
  }
}

/**
 * Translates which client certificates are admitted. In Otoroshi it is enough to match one list; here a certificate
 * must match every list that is given.
 */
export function certificatePatterns(config: Json, { note, refuse }: Findings): Json {
  for (const name of ['regex_subject_dns', 'regex_issuer_dns'])
    if (isGiven(config[name]))
      refuse(`Client certificates are matched by ${name}, but only patterns with * are supported`)
  const lists = ['subject_dns', 'issuer_dns', 'serial_numbers'].filter((name) => isGiven(config[name]))
  if (lists.length > 1)
    note(`Client certificates must now match all of ${lists.join(', ')}; in Otoroshi, one was enough`)
  return {
    ...(isGiven(config.subject_dns) && { subjectPatterns: config.subject_dns }),
    ...(isGiven(config.issuer_dns) && { issuerPatterns: config.issuer_dns }),
  }
}

function corsConfig(config: Json, { note }: Findings): Json {
  const { allow_origin = '*', allow_credentials = true } = config
  const isOpen = allow_origin === '*' && allow_credentials === true
  if (isOpen) note('Cors: any origin cannot be combined with cookies; pages of any origin may call without cookies')
  if (isGiven(config.excluded_patterns)) note('Cors: excluded_patterns are left out')
  const lists = pick(config, ['expose_headers', 'allow_headers', 'allow_methods', 'max_age'])
  return { allow_origin, ...lists, allow_credentials: isOpen ? false : allow_credentials }
}

/** Translates the values of headers: `${req.headers.x}` is `${req.header.x}` here. */
function headersConfig({ headers }: Json, { note }: Findings): Json {
  const values = Object.entries(isJson(headers) ? headers : {}).map(
    ([name, value]) => [name, String(value).replace(REQUEST_HEADER, '${req.header.$1}')] as const,
  )
  for (const [name, value] of values)
    for (const [expression] of value.matchAll(OTHER_EXPRESSION))
      note(`The added header ${name} has the expression ${expression}, which is sent unchanged: rewrite it`)
  return { headers: Object.fromEntries(values) }
}

/** A request header without a default value. */
const REQUEST_HEADER = /\$\{req\.headers\.([^}:]+)\}/g
/** An expression that this gateway does not fill in. */
const OTHER_EXPRESSION = /\$\{(?!req\.header\.|req\.pathparams\.|(consumer|route|request)\.id\})[^}]*\}/g

function redirectionConfig(config: Json, { note }: Findings): Json {
  if (String(config.to).includes('${')) note('Redirection: expressions in the address are sent unchanged: rewrite them')
  return { code: config.code ?? 303, to: config.to }
}
