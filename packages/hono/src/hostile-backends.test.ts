import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mounted } from './mounted.fixture.ts'

const P = 'cp:gateway.next.plugins.'
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    -1,
    0,
    0.5,
    1e12,
    1e308,
    '',
    '__proto__',
    'a\r\nb',
    '\0',
    '/',
    '//evil.tld',
    '../..',
    [[]],
    {},
  ),
)
/** An object of which at most two members have any value. */
const someOf = (...names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor'), value), { maxLength: 2 })
    .map(Object.fromEntries)

const tls = someOf('sni', 'ca', 'cert', 'key', 'verify', 'minVersion', 'pins')
const target = fc
  .tuple(someOf('id', 'port', 'tls', 'weight', 'drained', 'backup', 'protocol', 'ip_address'), fc.option(tls))
  .map(([members, tls_config]) => ({ hostname: 'a.tld', ...members, ...(tls_config && { tls_config }) }))
const settings = fc.record({
  targets: fc.oneof({ arbitrary: fc.array(target, { maxLength: 3 }), weight: 9 }, value),
  load_balancing: someOf('type', 'cookie', 'ttl', 'header_name', 'cookie_name', 'query_name', 'ratio'),
  health_check: someOf('enabled', 'url', 'interval', 'timeout', 'healthyStatuses', 'healthyAfter', 'blockOnRed'),
  outlier: someOf('consecutiveFailures', 'interval', 'baseEjection', 'maxEjection', 'maxEjected'),
})
/** A backend that exists, unless another value takes its place. */
const withBackend = (...names: readonly string[]) =>
  someOf('backend', ...names).map((members) => ({ backend: 'b', ...members }))
const config = fc.oneof(
  fc.tuple(fc.constant('Canary'), withBackend('percent', 'header', 'cookie', 'sticky')),
  fc.tuple(fc.constant('TrafficMirror'), withBackend('percent')),
  fc.tuple(fc.constant('ResponseCache'), someOf('ttl', 'methods', 'statuses', 'vary', 'max_bytes', 'public')),
  fc.tuple(fc.constant('ConcurrencyLimit'), someOf('max', 'by', 'header')),
  fc.tuple(fc.constant('ResponseBodySizeLimit'), someOf('max_bytes')),
)

it('backends and plugins with any settings are saved and compiled, or rejected with the place', async () => {
  const { call } = mounted()
  await call('POST', '/api/apis', { json: { id: 'a', name: 'A' } })
  await call('PATCH', '/api/apis/a', { json: { state: 'published' } })
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(settings, config, async (backend, [plugin, given]) => {
      const slots = [{ plugin: P + plugin, config: given }]
      const body = {
        ...{ id: 'a', name: 'A', state: 'published', flows: [{ id: 'f', plugins: { slots } }] },
        backends: [{ id: 'b', backend }],
        routes: [{ id: 'r', backend: 'b', flow_ref: 'f' }],
      }
      const saved = await call('PUT', '/api/apis/a', { json: body })
      statuses.add(saved.status)
      if (saved.status !== 200) {
        expect(Object.keys((await saved.json()).fieldErrors).length).toBeGreaterThan(0)
        return
      }
      const compiled = await call('GET', '/api/apis/a/routes')
      expect(compiled.status).toBe(200)
      expect((await compiled.json()).routes).toMatchObject([{ id: 'a:r' }])
    }),
    { numRuns: 300 },
  )
  expect([...statuses].sort()).toEqual([200, 400])
})
