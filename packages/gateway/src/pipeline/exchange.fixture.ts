import type { CompiledRoute } from '@signalbox/core/gateway'
import { getHeader, getHeaders, type HeaderList, isSendable, removeHeader, setHeader } from '../headers/header-list.ts'
import type { HeaderEdits } from '../headers/header-view.ts'
import type { Exchange, ResponseHead } from '../plugin-api/exchange.ts'

/** Headers over a list. They throw what `HeaderEdits` has to throw. */
export function headersOver(list: HeaderList): HeaderEdits {
  const checked = (value: string): string => {
    if (!isSendable(value)) throw new TypeError('unsendable')
    return value
  }
  return {
    list,
    get: (name) => getHeader(list, name),
    all: (name) => getHeaders(list, name),
    has: (name) => getHeader(list, name) !== undefined,
    set: (name, value) => setHeader(list, name, checked(value)),
    add: (name, value) => list.push(name, checked(value)),
    remove: (name) => removeHeader(list, name.toLowerCase()),
  }
}

/** A compiled route with what plugins read. */
export const fakeRoute = (more: object = {}): CompiledRoute =>
  ({
    id: 'shop:orders',
    name: 'Orders',
    api_ref: 'shop',
    draft: false,
    frontend: { methods: [], matches: [] },
    backend: { targets: [{ hostname: 'orders.internal', port: 8080 }], client: {} },
    plugins: [],
    ...more,
  }) as unknown as CompiledRoute

/** A request, with the members given. `headers` are names and values in turn. */
export function fakeExchange({
  headers = [],
  route = fakeRoute(),
  ...more
}: Partial<Omit<Exchange, 'headers'>> & { headers?: readonly string[] } = {}): Exchange {
  return {
    id: 'r-1',
    now: 0,
    route,
    params: {},
    method: 'GET',
    host: 'api.example',
    path: '/orders/7',
    query: '',
    address: '192.0.2.1',
    secure: true,
    certificate: undefined,
    draft: false,
    headers: headersOver([...headers]),
    body: undefined,
    hasBody: false,
    consumer: undefined,
    identifiedBy: undefined,
    denied: undefined,
    charges: undefined,
    releases: undefined,
    signal: undefined,
    codings: { names: new Set(['br', 'gzip', 'deflate']), canFlush: true },
    out: headersOver([...headers]),
    backend: route.backend,
    forwardPath: '/orders/7',
    state: new Map(),
    ...more,
  }
}

/** The head of a response. `headers` are names and values in turn. */
export const fakeHead = (headers: readonly string[] = [], status = 200): ResponseHead => ({
  status,
  headers: headersOver([...headers]),
})
