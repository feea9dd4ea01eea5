import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { type Caller, createPlaces } from './places.ts'
import { shareRule } from './share.ts'

interface Called extends Caller {
  outcome: 'taken' | 'admitted' | 'refused' | undefined
}

function setUp(options: { capacity: number; share?: number; mostWaiting?: number; waitMs?: number }) {
  const { capacity, share = 0.75, mostWaiting = 1000, waitMs = 60_000 } = options
  const places = createPlaces({ capacity, mayHold: shareRule(share), mostWaiting, waitMs })
  const order: string[] = []
  function call(network: string, consumer?: string): Called {
    const one: Called = {
      ...{ network, consumer, startedAt: 0, earlier: undefined, later: undefined, standing: 'out', outcome: undefined },
      admitted() {
        one.outcome = 'admitted'
        order.push(network)
      },
      refused() {
        one.outcome = 'refused'
      },
      look() {
        places.leave(one)
        one.outcome = 'refused'
      },
    }
    if (places.take(one)) one.outcome = 'taken'
    return one
  }
  const calls = (count: number, network: string, consumer?: string) =>
    Array.from({ length: count }, () => call(network, consumer))
  return { places, call, calls, order }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const held = (all: readonly Called[]) => all.filter(({ standing }) => standing === 'in').length

it.each([
  [1, 1],
  [2, 2],
  [4, 3],
  [8, 6],
  [128, 96],
  [12_800, 9600],
])('of %i places a single network gets %i', (capacity, expected) => {
  const { calls } = setUp({ capacity })
  expect(held(calls(capacity + 10, '192.0.2.1'))).toBe(expected)
})

it('with a share of 1, it gets all of them', () => {
  expect(held(setUp({ capacity: 128, share: 1 }).calls(200, 'a'))).toBe(128)
})

it('a consumer gets no more with many networks, and a network no more with many consumers', () => {
  const byConsumer = setUp({ capacity: 128 })
  const calls = Array.from({ length: 200 }, (_, i) => byConsumer.call(`192.0.2.${i}`, 'ann'))
  expect(held(calls)).toBe(96)
  const byNetwork = setUp({ capacity: 128 })
  expect(held(Array.from({ length: 200 }, (_, i) => byNetwork.call('192.0.2.1', `c${i}`)))).toBe(96)
})

it('ten networks that take all they can leave something for an eleventh', () => {
  const { calls, call } = setUp({ capacity: 128 })
  for (let round = 0; round < 200; round++) for (let i = 0; i < 10; i++) calls(1, `192.0.2.${i}`)
  expect(call('198.51.100.1').outcome).toBe('taken')
})

it('those that wait are served in turns, one of each network', async () => {
  const { places, calls, order } = setUp({ capacity: 4, share: 0.5 })
  const holding = [...calls(2, 'h'), ...calls(1, 'i')]
  for (const network of ['a', 'b', 'c']) calls(1, `${network}0`)
  expect(places.held).toBe(4)
  for (const network of ['a', 'a', 'a', 'b', 'b', 'c']) calls(1, network)
  expect(places.waiting).toBe(8)
  for (const one of holding) places.leave(one)
  await turn()
  expect(order).toEqual(['b0', 'c0', 'a'])
})

it('when too many wait, the network with the most of them loses its last one', () => {
  const { places, calls } = setUp({ capacity: 1, mostWaiting: 4 })
  calls(1, 'h')
  const many = calls(5, 'a')
  expect(many.map(({ outcome }) => outcome)).toEqual([undefined, undefined, undefined, undefined, 'refused'])
  const [other] = calls(1, 'b')
  expect([many[3]?.outcome, other?.standing, places.waiting]).toEqual(['refused', 'waiting', 4])
})

it('those that wait for too long are refused', async () => {
  const { places, calls } = setUp({ capacity: 1, waitMs: 5 })
  calls(1, 'h')
  const [late] = calls(1, 'a')
  await expect.poll(() => late?.outcome).toBe('refused')
  expect(places.waiting).toBe(0)
})

it('more places are taken at once', async () => {
  const { places, calls } = setUp({ capacity: 1, share: 1 })
  const all = calls(5, 'a')
  places.resize(3)
  await turn()
  expect(held(all)).toBe(3)
})

it('whatever happens, places are never given twice, nobody waits for a free one, and all come back', async () => {
  const network = constantFrom('a', 'b', 'c')
  const event = oneof(
    { weight: 3, arbitrary: record({ network, consumer: constantFrom(undefined, 'x', 'y') }) },
    { weight: 2, arbitrary: record({ leaves: integer({ min: 0, max: 99 }), isNow: boolean() }) },
  )
  const cases: Promise<void>[] = []
  assert(
    property(integer({ min: 1, max: 9 }), array(event, { maxLength: 80 }), (capacity, events) => {
      cases.push(
        (async () => {
          const { places, call } = setUp({ capacity, mostWaiting: 5 })
          const all: Called[] = []
          for (const one of events) {
            if ('network' in one) all.push(call(one.network, one.consumer))
            else {
              const some = all.filter(({ standing }) => standing !== 'out')
              const leaver = some[one.leaves % some.length]
              if (leaver) places.leave(leaver)
              if (!one.isNow) await turn()
            }
            expect(held(all)).toBe(places.held)
            expect(places.held).toBeLessThanOrEqual(capacity)
            expect(places.waiting).toBeLessThanOrEqual(5)
          }
          await turn()
          const waiting = all.filter(({ standing }) => standing === 'waiting')
          const mayHold = shareRule(0.75)
          const free = capacity - places.held
          for (const { network, consumer } of waiting) {
            const sameNetwork = held(all.filter((it) => it.network === network))
            const sameConsumer = consumer ? held(all.filter((it) => it.consumer === consumer)) : 0
            expect(mayHold(sameNetwork, free) && mayHold(sameConsumer, free)).toBe(false)
          }
          for (const one of all) places.leave(one)
          await turn()
          for (const one of all) places.leave(one)
          expect([places.held, places.waiting, places.holders]).toEqual([0, 0, 0])
        })(),
      )
    }),
  )
  await Promise.all(cases)
})
