import { addVary } from '../../headers/add-vary.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'

interface Config {
  readonly allow_origin: string | readonly string[]
  readonly expose_headers: readonly string[]
  readonly allow_headers: readonly string[]
  readonly allow_methods: readonly string[]
  readonly max_age?: number
  readonly allow_credentials: boolean
}

/**
 * The CORS protocol (Fetch standard). Responds to preflight requests before anyone is authenticated, and replaces what
 * the backend says about origins. `Vary: Origin` is sent unless all origins are allowed, as `*` is the same for all.
 */
export const cors = defineCode<Config>({
  stage: 'answer',
  compile(config) {
    const allowedFor = compileOrigins(config)
    const isForAll = [config.allow_origin].flat().includes('*')
    const expose = config.expose_headers.join(', ')
    const preflight = preflightHeaders(config)
    return {
      onRefusal: true,
      request(exchange) {
        const { method, headers } = exchange
        const isPreflight =
          method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
        if (!isPreflight) return undefined
        const origin = allowedFor(exchange)
        const vary = isForAll ? [] : ['Vary', 'Origin']
        const allowed = origin === undefined ? [] : ['Access-Control-Allow-Origin', origin, ...preflight]
        return { answer: { status: 204, headers: [...allowed, ...vary] } }
      },
      response(exchange, { headers }) {
        const origin = allowedFor(exchange)
        for (const name of ofBackend) headers.remove(name)
        if (!isForAll) addVary(headers, 'Origin')
        if (origin === undefined) return undefined
        headers.set('Access-Control-Allow-Origin', origin)
        if (config.allow_credentials) headers.set('Access-Control-Allow-Credentials', 'true')
        if (expose !== '') headers.set('Access-Control-Expose-Headers', expose)
        return undefined
      },
    }
  },
})

/** Headers of the backend that the plugin replaces. */
const ofBackend = ['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials', 'Access-Control-Expose-Headers']

/** Finds the value of `Access-Control-Allow-Origin`; `undefined` if the origin of the request is not allowed. */
function compileOrigins({ allow_origin }: Config): (exchange: Exchange) => string | undefined {
  const listed = new Set([allow_origin].flat().map(serialized))
  if (listed.has('*')) return () => '*'
  return ({ headers }) => {
    const origin = headers.get('origin')
    return origin !== undefined && listed.has(origin) && headers.all('origin').length === 1 ? origin : undefined
  }
}

/** An origin as browsers send it: in lower case, without a default port. */
function serialized(origin: string): string {
  if (!/^https?:/i.test(origin)) return origin
  try {
    return new URL(origin).origin
  } catch {
    return origin
  }
}

function preflightHeaders({ allow_methods, allow_headers, max_age, allow_credentials }: Config): readonly string[] {
  return [
    ...(allow_credentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...(allow_methods.length > 0 ? ['Access-Control-Allow-Methods', allow_methods.join(', ')] : []),
    ...(allow_headers.length > 0 ? ['Access-Control-Allow-Headers', allow_headers.join(', ')] : []),
    ...(max_age === undefined ? [] : ['Access-Control-Max-Age', String(max_age)]),
  ]
}
