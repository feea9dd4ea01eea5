import { expect, it } from 'vitest'
import { attempt, backendOf, knownBackends, routeTo } from '../backends/backends.fixture.ts'
import { backendMetrics } from './backend-metrics.ts'
import { familyIn } from './family.ts'

/** The lines of metrics without their descriptions. */
const shown = ({ backends }: ReturnType<typeof knownBackends>, format: 'prometheus' | 'openmetrics' = 'prometheus') =>
  backendMetrics(backends.used(), familyIn(format))
const lines = (known: ReturnType<typeof knownBackends>) => shown(known).filter((line) => !line.startsWith('#'))

it('tell of each target and each backend', () => {
  const known = knownBackends()
  const client = { maxErrors: 2, sampleInterval: 1000 }
  const backend = backendOf([{ id: 'a "1"' }, { weight: 0 }], { client, outlier: { consecutiveFailures: 2 } })
  known.backends.retain(routeTo(backend))
  const state = known.backends.of(backend)
  for (let i = 0; i < 2; i++) attempt(state, known.time.now++).end('refused', known.time.now)
  state.retries += 3
  expect(lines(known)).toEqual([
    'signalbox_gateway_backend_up{backend="shop:main",target="a \\"1\\""} 0',
    'signalbox_gateway_backend_up{backend="shop:main",target="t1:80"} 0',
    'signalbox_gateway_breaker_open{backend="shop:main",target="a \\"1\\""} 1',
    'signalbox_gateway_breaker_open{backend="shop:main",target="t1:80"} 0',
    'signalbox_gateway_ejections_total{backend="shop:main",target="a \\"1\\""} 1',
    'signalbox_gateway_ejections_total{backend="shop:main",target="t1:80"} 0',
    'signalbox_gateway_retries_total{backend="shop:main"} 3',
    'signalbox_gateway_backend_panic_total{backend="shop:main"} 0',
  ])
})

it('name counters as each format does', () => {
  const known = knownBackends()
  expect(shown(known).filter((line) => line.includes('retries'))).toEqual([
    '# HELP signalbox_gateway_retries_total Attempts after the first one',
    '# TYPE signalbox_gateway_retries_total counter',
  ])
  expect(shown(known, 'openmetrics')).toContain('# TYPE signalbox_gateway_retries counter')
})

it('have one line for a name: drafts and stored backends have names of their own', () => {
  const known = knownBackends()
  const used = [
    routeTo(backendOf([{}])),
    routeTo(backendOf([{}, {}]), { id: 'testing_shop:orders', draft: true }),
    routeTo(backendOf([{}], { ref: 'shared', stored: true })),
    routeTo(backendOf([{}], { ref: 'shared', stored: true }), { api_ref: 'pay' }),
    routeTo(backendOf([], { ref: undefined })),
  ]
  for (const route of used) known.backends.retain(route)
  expect(lines(known).filter((line) => line.includes('retries'))).toEqual(
    ['shop:main', 'testing_shop:main', 'shared'].map((name) => `signalbox_gateway_retries_total{backend="${name}"} 0`),
  )
})

it('leave out targets beyond a limit', () => {
  const known = knownBackends()
  known.backends.retain(routeTo(backendOf(Array.from({ length: 6000 }, () => ({})))))
  expect(lines(known).filter((line) => line.includes('backend_up')).length).toBe(5000)
})
