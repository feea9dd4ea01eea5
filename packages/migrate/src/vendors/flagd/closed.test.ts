import { expect, it } from 'vitest'
import { costOf } from '../cost.fixture.ts'
import { importInto } from '../plans/box.fixture.ts'
import { flagd } from './flagd.ts'

const onOff = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' }
const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`v${i}`, i]))

it.each([
  ['an unknown operator', { if: [{ some: [{ var: 'list' }, true] }, 'off', null] }],
  ['a text', 'banned'],
  ['a list', [{ if: [{ '==': [{ var: 'id' }, 'eve'] }, 'off'] }]],
  ['an unknown shared rule', { $ref: 'gone' }],
  ['too many branches', { if: Array.from({ length: 19_000 }, (_, i) => (i % 2 === 0 ? { var: 'a' } : 'off')) }],
  [
    'too many branches that are never true',
    { if: Array.from({ length: 19_001 }, (_, i) => (i % 2 === 0 ? false : 'off')) },
  ],
])('a flag whose targeting is %s is disabled if it is lost, never on for everybody', async (_, targeting) => {
  const { ask, converted } = await importInto(flagd, { flags: { f: { ...onOff, targeting } } })
  const isLost = converted.findings.some(({ severity }) => severity === 'lost')
  expect(ask('f', { id: 'eve' })).toBe(!isLost)
})

it('branches that choose among many variants are refused before they are made', async () => {
  const targeting = { if: Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? { var: `a${i}` } : { var: 'wanted' })) }
  const flag = { state: 'ENABLED', variants: many, defaultVariant: 'v0', targeting }
  const cost = await costOf(async () => {
    const { ask, converted } = await importInto(flagd, { flags: { f: flag } })
    expect(converted.findings.map(({ what }) => what)).toEqual(['The rule is larger than rules may be here'])
    expect(ask('f', { id: 'ann', wanted: 'v7' })).toBe(0)
  })
  expect(cost).toBeLessThan(30)
})
