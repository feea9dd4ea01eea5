import { describe, expect, it } from 'vitest'
import { growthBook } from '../growthbook/growthbook.ts'
import { launchDarkly } from '../launchdarkly/launchdarkly.ts'
import type { Vendor } from '../vendor.ts'
import { importInto } from './box.fixture.ts'

const CLIENTS = 20_000

/** How many percent of the clients get each value. */
async function sharesFor(vendor: Vendor, data: object): Promise<Record<string, number>> {
  const { ask } = await importInto(vendor, data)
  const counts = new Map<string, number>()
  for (let i = 0; i < CLIENTS; i++) {
    const value = String(ask('f', { id: `client-${i}`, team: i % 977 }))
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].map(([value, count]) => [value, (count / CLIENTS) * 100]))
}

const rollout = (weights: readonly number[], more: object = {}) => ({
  rollout: { variations: weights.map((weight, variation) => ({ variation, weight })), ...more },
})
const boolean = { on: true, variations: [true, false], offVariation: 1 }
const colours = { on: true, variations: ['red', 'green', 'blue'], offVariation: 2 }
const needs = (variation: number) => ({
  ...boolean,
  fallthrough: { variation: 0 },
  prerequisites: [{ key: 'p', variation }],
})

const of = (defaultValue: unknown, ...rules: object[]) => ({ defaultValue, rules })
const half = { force: 1, coverage: 0.5 }

describe('shares of', () => {
  it.each<[string, Vendor, object, Record<string, number>]>([
    [
      'a rollout',
      launchDarkly,
      { flags: { f: { ...boolean, fallthrough: rollout([20_000, 80_000]) } } },
      { true: 20, false: 80 },
    ],
    [
      'a rollout by an attribute',
      launchDarkly,
      { flags: { f: { ...boolean, fallthrough: rollout([30_000, 70_000], { bucketBy: 'team' }) } } },
      { true: 30, false: 70 },
    ],
    [
      'a rollout of three',
      launchDarkly,
      { flags: { f: { ...colours, fallthrough: rollout([10_000, 30_000, 60_000]) } } },
      { red: 10, green: 30, blue: 60 },
    ],
    [
      'a prerequisite with a rollout',
      launchDarkly,
      { flags: { f: needs(1), p: { ...colours, fallthrough: rollout([10_000, 30_000, 60_000]) } } },
      { true: 30, false: 70 },
    ],
    [
      'a share of a segment',
      launchDarkly,
      {
        flags: {
          f: {
            ...boolean,
            fallthrough: { variation: 1 },
            rules: [{ variation: 0, clauses: [{ op: 'segmentMatch', values: ['s'] }] }],
          },
        },
        segments: { s: { rules: [{ clauses: [], weight: 25_000 }] } },
      },
      { true: 25, false: 75 },
    ],
    ['a coverage at the end', growthBook, { features: { f: of(0, half) } }, { 1: 50, 0: 50 }],
    [
      'a coverage of booleans',
      growthBook,
      { features: { f: of(true, { force: false, coverage: 0.1 }) } },
      { false: 10, true: 90 },
    ],
    ['a coverage before another rule', growthBook, { features: { f: of(0, half, { force: 2 }) } }, { 1: 50, 2: 50 }],
    [
      'two coverages with two seeds',
      growthBook,
      { features: { f: of(0, half, { force: 2, coverage: 0.5, seed: 's' }) } },
      { 1: 50, 2: 25, 0: 25 },
    ],
    [
      'two coverages with one seed',
      growthBook,
      { features: { f: of(0, half, { force: 2, coverage: 0.8 }) } },
      { 1: 50, 2: 30, 0: 20 },
    ],
    [
      'a range',
      growthBook,
      { features: { f: of(0, { force: 1, range: [0.2, 0.6] }, { force: 2 }) } },
      { 1: 40, 2: 60 },
    ],
    [
      'an experiment',
      growthBook,
      { features: { f: of('d', { variations: ['a', 'b'], weights: [0.3, 0.7], coverage: 0.5 }) } },
      { a: 15, b: 35, d: 50 },
    ],
    [
      'an experiment before a rule',
      growthBook,
      { features: { f: of('d', { variations: ['a', 'b'], coverage: 0.4 }, { force: 'c' }) } },
      { a: 20, b: 20, c: 60 },
    ],
    [
      'ranges of an experiment',
      growthBook,
      {
        features: {
          f: of('d', {
            variations: ['a', 'b'],
            ranges: [
              [0, 0.1],
              [0.5, 0.8],
            ],
          }),
        },
      },
      { a: 10, b: 30, d: 60 },
    ],
    [
      'a namespace',
      growthBook,
      { features: { f: of('d', { variations: ['a', 'b'], namespace: ['n', 0.2, 0.6] }) } },
      { a: 20, b: 20, d: 60 },
    ],
    [
      'a prerequisite with a coverage',
      growthBook,
      {
        features: {
          f: of('d', { parentConditions: [{ id: 'p', condition: { value: 2 } }], force: 'e' }),
          p: of(0, half, { force: 2, coverage: 0.8 }),
        },
      },
      { e: 30, d: 70 },
    ],
  ])('%s', async (_, vendor, data, expected) => {
    const shares = await sharesFor(vendor, data)
    expect(Object.keys(shares).sort()).toEqual(Object.keys(expected).sort())
    for (const [value, share] of Object.entries(expected))
      expect(Math.abs((shares[value] ?? 0) - share)).toBeLessThan(3)
  })

  it('features of one namespace with ranges apart have no client in common', async () => {
    const rule = (from: number, to: number) =>
      of(0, { force: 1, filters: [{ seed: 'n', hashVersion: 2, ranges: [[from, to]] }] })
    const { ask } = await importInto(growthBook, { features: { a: rule(0, 0.5), b: rule(0.5, 1) } })
    for (let i = 0; i < 1000; i++) {
      const context = { id: `client-${i}` }
      expect(Number(ask('a', context)) + Number(ask('b', context))).toBe(1)
    }
  })

  it('flags with one seed choose the same clients', async () => {
    const flag = { ...boolean, fallthrough: rollout([50_000, 50_000], { seed: 61 }) }
    const { ask } = await importInto(launchDarkly, { flags: { a: flag, b: flag } })
    for (let i = 0; i < 1000; i++) expect(ask('a', { id: `client-${i}` })).toBe(ask('b', { id: `client-${i}` }))
  })
})
