import { expect, it } from 'vitest'
import { CallFailedError } from '../backend/send.ts'
import { backendOf, knownBackends, refused, routeTo } from '../backends/backends.fixture.ts'
import { getHeaders } from '../headers/header-list.ts'
import { fakeExchange } from './exchange.fixture.ts'
import { createSideCalls } from './side-calls.ts'

/** A side call to two targets, of which the first one fails. */
function setUp(wasSent: boolean) {
  const { backends, time } = knownBackends()
  const backend = backendOf([{}, {}], { load_balancing: { type: 'Failover' } })
  backends.retain(routeTo(backend))
  const called: string[] = []
  const vias: unknown[] = []
  const { call, prepareCall } = createSideCalls({
    ...{ backends, elapsed: () => time.now },
    async send({ target: { hostname }, headers }) {
      called.push(hostname)
      vias.push(getHeaders(headers, 'via'))
      if (hostname === 't0') throw new CallFailedError(refused, wasSent)
      return { status: 200, headers, body: undefined }
    },
  })
  const exchange = Object.assign(fakeExchange(), {
    pathFor: () => '/orders/7',
    remembered: () => undefined,
    query: '',
    via: '1.1 edge',
  })
  const request = { exchange, backend, method: 'POST', headers: [], body: undefined, most: 10 }
  return { called, vias, prepareCall, call: (headers: string[] = []) => call({ ...request, headers } as never) }
}

it('a side call that was not sent goes to the next target, and later ones go there at once', async () => {
  const { called, call } = setUp(false)
  const { status } = await call()
  await call()
  expect([status, called]).toEqual([200, ['t0', 't1', 't1']])
})

it('a side call that was sent is not repeated', async () => {
  const { called, call } = setUp(true)
  await expect(call()).rejects.toThrow(CallFailedError)
  expect(called).toEqual(['t0'])
})

it('side calls name the gateway in Via, and other calls tell that they are not of a client', async () => {
  const { vias, call, prepareCall } = setUp(false)
  await call()
  await call(['via', '1.1 other', 'Via', '1.1 more'])
  await prepareCall('http://idp.example/', { timeoutMs: 10, most: 10 })({ headers: ['Via', '1.1 other'] })
  expect(vias).toEqual([['1.1 edge'], ['1.1 edge'], ['1.1 edge'], ['1.1 signalbox-call']])
})
