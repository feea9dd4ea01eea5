import { expect, it } from 'vitest'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { fakeRoute } from '../pipeline/exchange.fixture.ts'
import { createCaptures } from './captures.ts'

const ended = { status: 200, cause: undefined, ms: 1 }

/** What captures read of an exchange with an API. */
const exchange = (api: string, id: string): ExchangeState =>
  ({
    ...{ id, now: 0, route: fakeRoute({ api_ref: api }), method: 'GET', host: 'h', path: `/${'a '.repeat(500)}` },
    ...{ query: '', list: [], body: undefined, sentHeaders: [] },
  }) as unknown as ExchangeState

function scene(most?: number) {
  const captures = createCaptures(most)
  for (const api of ['shop', 'stock']) captures.follow(api, true)
  const add = (api: string, id: string) => captures.add(exchange(api, id), ended)
  const idsOf = (api: string) => captures.of(api).map(({ id }) => id)
  return { ...captures, add, idsOf }
}

it('beyond a size of all of them, the oldest captures are forgotten, whatever their API', () => {
  const { add, idsOf } = scene(4500)
  for (const id of ['1', '2']) add('shop', id)
  for (const id of ['3', '4', '5']) add('stock', id)
  expect([idsOf('shop'), idsOf('stock')]).toEqual([[], ['5', '4', '3']])
})

it('captures of an API go when its capture is switched off', () => {
  const { add, idsOf, follow } = scene()
  for (const api of ['shop', 'stock']) add(api, '1')
  follow('shop', false)
  // A request that began before.
  add('shop', '2')
  follow('shop', true)
  expect([idsOf('shop'), idsOf('stock')]).toEqual([[], ['1']])
})
