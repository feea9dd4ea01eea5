import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { count } from '../../../../words/words.ts'
import { resultsOf } from '../results.fixture.ts'
import { typicalResults } from '../typical.fixture.ts'
import { verdictOf } from './verdict.ts'

const page = readFileSync(new URL('../../../../../docs/verdicts.md', import.meta.url), 'utf8')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const verdict = async (ran: Parameters<typeof resultsOf>[0], view: 'sequential' | 'fixed' = 'sequential') =>
  verdictOf(await resultsOf(ran), { view })
const two = (one: object, other: object) => [
  { id: 'A', users: 0, converted: 0, ...one },
  { id: 'B', users: 0, converted: 0, ...other },
]

it.each(typicalResults)('the sentence about a typical result: $title', async ({ ran, sentence }) => {
  expect(plain((await verdict(ran)).headline)).toBe(sentence)
})

it('the page of the documentation lists the typical results, with their sentences and why they are right', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| \*\*/.test(line))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
  const countsOf = ({ variants }: (typeof typicalResults)[number]['ran']) =>
    variants.map(({ id, converted, users }) => `${id} ${count(converted)} of ${count(users)}`).join(', ')
  expect(rows).toEqual(
    typicalResults.map(({ title, ran, sentence, right }) => [`**${title}**`, countsOf(ran), sentence, right]),
  )
})

it('the p-value of the early lead would invite to stop', async () => {
  const [, B] = (await resultsOf(typicalResults.find(({ title }) => title === 'An early lead')!.ran)).results
  expect(B!.pValue).toBeCloseTo(0.03, 2)
})

it.each([
  {
    name: 'a single variant',
    variants: [{ id: 'A', users: 100, converted: 20 }],
    headline: 'There is nothing to compare: the experiment has one variant.',
    why: '20% (13% to 29%) of 100 users converted.',
  },
  {
    name: 'a variant that nobody has seen',
    variants: two({ users: 500, converted: 100 }, {}),
    phases: [{ traffic: { A: 0.5, B: 0.5 }, bound: { A: 500, B: 500 } }],
    headline: 'The split is off. Don’t trust these results.',
    why: 'The configured traffic is 50% for A and 50% for B, but 500 users are split 100% for A and 0% for B.',
  },
  {
    name: 'a baseline that nobody converts with',
    variants: two({ users: 2000 }, { users: 2000, converted: 90 }),
    headline: 'Too early to tell: nobody has converted with A yet.',
    why: '90 of 2,000 users converted with B; but none of 2,000 users with A, so there is no rate to compare with.',
  },
  {
    name: 'a variant that nobody converts with',
    variants: two({ users: 2000, converted: 90 }, { users: 2000 }),
    headline: 'Too early to tell: 0 of 30 conversions.',
    why: 'If that surprises you, check that your program reports won.',
  },
  {
    name: 'few users, of whom nobody converts with one',
    variants: two({ users: 20, converted: 4 }, { users: 20 }),
    headline: 'Too early to tell: 0 of 30 conversions.',
    why: 'So far, 4 of 20 with A and 0 of 20 with B converted.',
  },
])('$name', async ({ variants, phases, headline, why }) => {
  const found = await verdict({ variants, ...(phases && { phases }) })
  expect(found.headline).toBe(headline)
  expect(plain(found.why.join(' '))).toContain(why)
})

it('the fixed view decides at the planned end, and only then', async () => {
  const ran = { variants: two({ users: 3000, converted: 540 }, { users: 3000, converted: 606 }) }
  const results = await resultsOf(ran)
  expect(verdictOf(results, { view: 'fixed' }).headline).toBe(
    'Too early to tell: the planned end is 7,232 users in each variant.',
  )
  const atTheEnd = verdictOf(results, { view: 'fixed', planned: 3000 })
  expect(atTheEnd.headline).toBe('Ship B: it converts more clients than A.')
  expect(atTheEnd.why[1]).toContain('valid for one look, at the planned end of 3,000 users in each variant')
  expect(verdictOf(results, { view: 'sequential', planned: 3000 }).kind).toBe('little')
  const { sampleSize: _, ...unplanned } = results
  expect(verdictOf(unplanned, { view: 'fixed' }).headline).toBe('Too early to tell: this view needs a planned end.')
})

it('waits for a whole week before it calls a winner or a tie, but not before it says to keep the baseline', async () => {
  const winner = two({ users: 6000, converted: 1092 }, { users: 6000, converted: 1332 })
  const tie = two({ users: 13_000, converted: 5200 }, { users: 13_000, converted: 5210 })
  for (const variants of [winner, tie])
    for (const [days, words] of [
      [1, '24 hours'],
      [6, '6 days'],
    ] as const) {
      const early = await verdict({ variants, days })
      expect(early.headline).toBe(`Too early to tell: the figures cover ${words}, less than a whole week.`)
      expect([early.kind, early.ships]).toEqual(['early', undefined])
    }
  const decided = await verdict({ variants: winner, days: 7 })
  expect([decided.kind, decided.ships?.id]).toEqual(['ship', 'B'])
  expect((await verdict({ variants: tie, days: 7 })).kind).toBe('same')
  const loser = two({ users: 5000, converted: 1000 }, { users: 5000, converted: 790 })
  expect((await verdict({ variants: loser, days: 2 })).kind).toBe('keep')
})

it('a difference that would count alone does not count among several', async () => {
  const pair = two({ users: 4000, converted: 1600 }, { users: 4000, converted: 1750 })
  const others = ['C', 'D', 'E'].map((id) => ({ id, users: 4000, converted: 1610 }))
  expect((await verdict({ variants: pair })).kind).toBe('ship')
  const among = await verdict({ variants: [...pair, ...others] })
  expect([among.kind, among.why.at(-1)]).toEqual([
    'little',
    '4 variants are compared with A, so these ranges are wider than in a single comparison.',
  ])
})

it('variants that are worse or as good are named beside the verdict', async () => {
  const A = { id: 'A', users: 4000, converted: 1600 }
  const C = { id: 'C', users: 4000, converted: 1200 }
  const open = await verdict({ variants: [A, { id: 'B', users: 4000, converted: 1660 }, C] })
  expect(open.kind).toBe('little')
  expect(open.why).toContain('C converts fewer clients than A.')
  const won = await verdict({ variants: [A, { id: 'B', users: 4000, converted: 1900 }, { ...C, converted: 2000 }] })
  expect(won.headline).toBe('Ship C: it converts more clients than A.')
  expect(won.why[1]).toBe('B converts more than A, too. C has the highest rate.')
})
