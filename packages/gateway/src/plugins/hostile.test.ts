import type { JsonObject } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createDocument } from '../documents/document.ts'
import { fakeEngine, openExperiments } from '../experiments/experiments.fixture.ts'
import { isSendable } from '../headers/header-list.ts'
import { fakeExchange, fakeHead, fakeRoute } from '../pipeline/exchange.fixture.ts'
import type { Answer } from '../plugin-api/hooks.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { costOf } from '../suite/cost.fixture.ts'
import { compiled } from './compiled.fixture.ts'
import { builtIn } from './index.ts'

/** Configurations that let as much of a request through as possible. */
const configs: Readonly<Record<string, readonly JsonObject[]>> = {
  HasClientCertMatchingValidator: [{ subjectPatterns: ['*'] }],
  OIDCJwtVerifier: [{ jwksUrl: 'https://id.example/keys' }, { introspectionUrl: 'https://id.example/introspect' }],
  JwtUserExtractor: [{ secret: 'a secret of more than thirty-two bytes', header: 'X-A' }],
  AdditionalHeadersIn: ['${req.header.x-a}', '${req.pathparams.id}', '${consumer.id}', '${request.id}-${route.id}'].map(
    (text) => ({ headers: { 'X-New': text, 'X-A': `<${text}>` } }),
  ),
  AdditionalHeadersOut: [{ headers: { 'X-A': '${req.header.x-a}', 'X-Id': '${req.pathparams.id}${consumer.id}' } }],
  RemoveHeadersIn: [{ header_names: ['X-A'] }],
  RemoveHeadersOut: [{ header_names: ['X-A'] }],
  Cors: [{}, { allow_origin: ['https://a.example', 'null'], allow_credentials: true }],
  IpAddressAllowedList: [{ addresses: ['10.0.0.0/8'] }],
  IpAddressBlockList: [{ addresses: ['10.0.0.0/8'] }],
  AllowHttpMethods: [{ forbidden: ['GET'] }],
  TrafficMirror: [{ backend: 'next' }],
  PathRewrite: [{ pattern: '(.)', to: '$1$1' }],
  Canary: [{ backend: 'next', percent: 50, sticky: true, header: 'X-A', cookie: 'a' }],
  Redirection: ['https://a.example${path}${query}', '/${path}', '/x/:id?y=:id${query}'].map((to) => ({ to })),
  StaticResponse: [{ headers: { 'X-A': 'é' }, body: 'x' }],
  FeatureGate: [{ feature: 'shop:open', client: { from: 'header', name: 'X-A' } }],
  ExperimentSplit: [
    { experiment: 'shop:button', client: { from: 'header', name: 'X-A' }, header: 'X-A', displayed: true },
    { experiment: 'shop:button', client: { from: 'cookie', name: 'a' }, backends: { A: 'next' } },
  ],
  ExperimentGoal: [{ experiment: 'shop:button', client: { from: 'query', name: 'a' } }],
  WorkflowBackend: [{ workflow: 'echo' }],
  WorkflowAccess: [{ workflow: 'echo' }],
  Script: [{ script: { type: 'javascript', script: 'enabled()' } }],
}

const backends = { next: fakeRoute().backend }

/** Engines that send back as much of a request as possible. */
const engines = {
  features: { isActive: () => true, explain: () => ({ reason: 'STATIC' }) },
  workflows: {
    run: async ({ body: { input } }: { readonly body: { readonly input?: unknown } }) => {
      const { headers, query } = (input as { request: { headers: object; query: unknown } }).request
      return {
        result: { allow: true, status: 200, headers: { ...headers, 'X-Query': JSON.stringify(query) }, body: '' },
      }
    },
  },
  scripts: {
    javascript: {
      run: async () => ({ active: true, logs: [] }),
      check: async () => undefined,
      close: async () => {},
    },
  },
}

const document = createDocument(
  JSON.stringify({
    openapi: '3.1.0',
    paths: { '/{id}': { get: { responses: { 200: { content: { 'text/plain': { example: 'é\n' } } } } } } },
  }),
)

const experiments = openExperiments({ engine: fakeEngine() })
afterAll(() => experiments.close())

const options = { backends, engines, document, experiments }

const wild = fc.oneof(
  fc.string({ unit: fc.constantFrom('\r', '\n', '\0', 'a', '/', ' ', '€', 'é', '\ud800', '😀', '%', '\\', ':', '"') }),
  fc.string({ unit: 'binary' }),
)
const names = fc.constantFrom('Origin', 'X-A', 'Vary', 'Content-Length', 'Access-Control-Request-Method', 'Host')
const headers = fc.array(fc.tuple(names, wild), { maxLength: 20 }).map((pairs) => pairs.flat())
const request = fc.record({
  id: wild,
  method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST'),
  host: wild,
  path: wild.map((text) => `/${text}`),
  query: wild.map((text) => `?${text}`),
  address: wild,
  secure: fc.boolean(),
  params: fc.record({ id: wild }),
  consumer: fc.option(fc.record({ id: wild }), { nil: undefined }),
  forwardPath: wild,
})

/** The values that a plugin has set or sends, without the values that were there. */
const newValues = (list: readonly string[], before: readonly string[]): string[] =>
  list.filter((value) => !before.includes(value))

describe('no request makes a plugin throw, or send a value with CR, LF, NUL or characters beyond Latin-1', () => {
  const cases = Object.keys(builtIn).flatMap((name) => (configs[name] ?? [{}]).map((config) => [name, config] as const))

  it.each([...cases, ['PathRewrite', { pattern: '$', to: '/x' }] as const])('%s %j', async (name, config) => {
    const hooks = compiled(name, config, options)
    await fc.assert(
      fc.asyncProperty(request, headers, async (members, list) => {
        const exchange = fakeExchange({ ...members, headers: list })
        const verdict = (await hooks.request?.(exchange)) as undefined | (Refused & { answer?: Answer })
        const head = fakeHead(['Server', 'x'])
        await hooks.response?.(exchange, head)
        const sent = [
          ...newValues(exchange.out.list, list),
          ...head.headers.list,
          ...(verdict?.headers ?? verdict?.answer?.headers ?? []),
        ]
        expect(sent.filter((value) => !isSendable(value))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a request with very many headers', () => {
  it.each(Object.keys(builtIn).filter((name) => name !== 'PathRewrite'))('does not slow down %s', async (name) => {
    const hooks = compiled(name, configs[name]?.[0] ?? (name === 'Redirection' ? { to: '/' } : {}), options)
    const list = Array.from({ length: 20_000 }, (_, i) => [`X-${i % 7 === 0 ? 'A' : i}`, 'https://a.example']).flat()
    const exchange = fakeExchange({ method: 'OPTIONS', headers: [...list, 'Origin', 'x'] })
    const cost = await costOf(() => {
      hooks.request?.(exchange)
      hooks.response?.(exchange, fakeHead(list))
    })
    expect(cost).toBeLessThan(10)
  })
})
