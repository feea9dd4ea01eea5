import { expect, it } from 'vitest'
import { elsewhereWords, type Plane, planeWords } from './plane-words.ts'

const plane = (id: string, revision: number, more: Partial<Plane> = {}): Plane => ({
  ...{ id, state: 'fresh', revision, routes: 1, since: 0, notes: [] },
  ...more,
})
const key = { gatewayKey: 'edge' }

it('one data plane needs no words', () => {
  expect(planeWords([plane('main', 5)], 5)).toEqual([])
})

it('of several data planes, those are named that are behind', () => {
  const planes = [plane('main', 5), plane('edge-1', 5, key), plane('edge-2', 3, key)]
  expect(planeWords(planes.slice(0, 2), 5)).toEqual([
    'This is the answer of the data plane main, one of 2.',
    'The others serve the same or newer changes.',
  ])
  expect(planeWords(planes, 5)[1]).toBe('edge-2 is behind, and might decide differently.')
})

it('data planes elsewhere are named', () => {
  expect([elsewhereWords([]), elsewhereWords([plane('edge-1', 1, key)])]).toEqual([
    undefined,
    '1 data plane runs elsewhere: edge-1.',
  ])
})
