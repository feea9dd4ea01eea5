import type { Feature, Segment } from '@signalbox/core/contract'
import { describe, expect, it, vi } from 'vitest'
import { verdictOf } from '../screens/strategies/verdict.ts'
import { type DecideParts, decide } from './decide.ts'
import type { Found } from './found.ts'
import { rulesEngine } from './rules-engine.ts'

const settings = { timeZone: 'UTC', bucketing: 'murmur3' } as const
const instant = Date.parse('2027-02-01T08:00:00Z')

function partsWith(records: Readonly<Record<string, Found>> = {}): DecideParts {
  const known = new Map(Object.entries(records))
  return { settings, instant, find: (kind, id) => known.get(`${kind} ${id}`) ?? 'missing', rules: () => rulesEngine }
}

const base = { id: 'shop:express', enabled: true } as const
const share: Feature = { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 40 } }
const rules = (...list: object[]): Feature =>
  ({ ...base, activationStrategy: 'RULES', parameters: { rules: list } }) as Feature

const isInside = (feature: Feature, id: string) => {
  const decision = decide(feature, { id }, partsWith())
  return decision.state === 'decided' && decision.active
}

const sentence = (feature: Feature, context: object, parts = partsWith()) => {
  const decision = decide(feature, context as never, parts)
  if (decision.state !== 'decided') return decision
  const { active, because } = verdictOf(feature, decision, parts.settings.bucketing)
  return `${active ? 'Active.' : 'Not active.'} ${because}`
}

describe('the verdict on a feature', () => {
  it('of a share names the bucket and the bound', () => {
    expect(sentence(share, { id: 'u1' })).toMatch(
      /^(Active\. .* bucket [\d,]+ of 100,000, which is in|Not active\. .* bucket [\d,]+ of 100,000, outside) the share: .* below 40,000\.$/,
    )
    expect(sentence(share, {})).toBe('Not active. The strategy needs a context with an id.')
  })

  it('of a small share names all buckets', () => {
    const small: Feature = { ...share, parameters: { percentage: 0.1 } }
    const ids = Array.from({ length: 5000 }, (_, index) => `client-${index}`)
    const inside = ids.filter((id) => isInside(small, id))
    expect(inside.length).toBeGreaterThan(0)
    for (const id of inside)
      expect(sentence(small, { id })).toMatch(
        /^Active\. .* bucket \d+ of 100,000, which is in the share: .* below 100\.$/,
      )
  })

  it('of classic buckets counts in percent', () => {
    const classic = { ...partsWith(), settings: { ...settings, bucketing: 'classic' } } as const
    expect(sentence(share, { id: 'u1' }, classic)).toMatch(
      / bucket \d+ of 100, (which is in|outside) the share: .* below 40\.$/,
    )
  })

  it.each([
    [{ activationStrategy: 'NO_STRATEGY' }, 'Active. Everyone gets it.'],
    [{ enabled: false, activationStrategy: 'NO_STRATEGY' }, 'Not active. The feature is off.'],
    [
      { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2027 09:00:00' } },
      'Not active. 1 Feb 2027 08:00 in UTC is not after 1 Feb 2027 09:00.',
    ],
    [
      { activationStrategy: 'HOUR_RANGE', parameters: { startDate: '07:00', endDate: '09:00' } },
      'Active. 08:00 in UTC is in the hours from 07:00 until 09:00.',
    ],
    [
      { activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann', 'ben'] } },
      'Active. The id is among the 2 clients listed.',
    ],
  ])('of %j is %s', (part, words) => {
    expect(sentence({ ...base, ...part } as Feature, { id: 'ann' })).toBe(words)
  })

  it('of rules names the rule that decides', () => {
    const feature = rules(
      { name: 'Staff', when: { segment: 'staff' } },
      { when: { attribute: 'country', operator: 'is', value: 'FR' }, active: false },
    )
    const staff: Segment = { id: 'staff', included: ['ann'] }
    const parts = partsWith({ 'segment staff': staff })
    expect(sentence(feature, { id: 'ann' }, parts)).toBe('Active. Rule 1, “Staff”, decides: on.')
    expect(sentence(feature, { id: 'ben', country: 'FR' }, parts)).toBe('Not active. Rule 2 decides: off.')
    expect(sentence(feature, { id: 'ben' }, parts)).toBe(
      'Not active. No rule matches, so everyone else’s answer applies: off.',
    )
  })
})

describe('a feature that cannot be decided in the page', () => {
  it('asks for what it may not read, waits for what is loaded', () => {
    const feature = rules({ when: { not: { segment: 'staff' } } })
    const says = (found: Found) => decide(feature, {}, partsWith({ 'segment staff': found }))
    expect(says('forbidden')).toEqual({ state: 'asks', why: expect.stringContaining('segment staff') })
    expect(says('loading')).toEqual({ state: 'waits' })
    expect(says('missing')).toMatchObject({ state: 'decided', active: false })
    expect(decide(feature, {}, { ...partsWith(), rules: () => undefined })).toEqual({ state: 'waits' })
  })

  it('can be read again after a failure', () => {
    const retry = vi.fn()
    const decision = decide(rules({ when: { segment: 'staff' } }), {}, partsWith({ 'segment staff': { retry } }))
    expect(decision).toMatchObject({
      state: 'unread',
      why: 'Its conditions refer to the segment staff, which could not be read.',
    })
    if (decision.state === 'unread') decision.retry()
    expect(retry).toHaveBeenCalledOnce()
  })

  it('whose condition names no segment yet asks to choose one', () => {
    const feature = rules({ when: { segment: '' } })
    const why = 'Choose a segment for its condition.'
    expect(decide(feature, {}, partsWith())).toEqual({ state: 'invalid', why })
  })

  it('asks for scripts unless they are off, and says what is invalid', () => {
    const scripted = { ...base, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 's' } } as const
    expect(decide(scripted, {}, partsWith())).toMatchObject({ state: 'asks' })
    expect(decide({ ...scripted, enabled: false }, {}, partsWith())).toMatchObject({ state: 'decided', active: false })
    expect(decide(rules({ when: { what: 1 } }), {}, partsWith())).toMatchObject({ state: 'invalid' })
  })

  it('loads the engine of regular expressions first', async () => {
    const feature = rules({ when: { attribute: 'host', operator: 'matches', value: '^shop-\\d+' } })
    expect(decide(feature, { host: 'shop-7' }, partsWith())).toEqual({ state: 'waits' })
    await vi.waitFor(() =>
      expect(decide(feature, { host: 'shop-7' }, partsWith())).toMatchObject({ state: 'decided', active: true }),
    )
  })

  it('follows features that conditions refer to', () => {
    const feature = rules({ when: { feature: 'shop:base' } })
    const parts = partsWith({
      'feature shop:base': { id: 'shop:base', enabled: true, activationStrategy: 'NO_STRATEGY' },
    })
    expect(decide(feature, {}, parts)).toMatchObject({ active: true })
  })

  it('waits for what the features refer to that its conditions refer to', () => {
    const feature = rules({ when: { feature: 'shop:base' } })
    const base = rules({ when: { segment: 'staff' } })
    const says = (found: Found) => decide(feature, {}, partsWith({ 'feature shop:base': base, 'segment staff': found }))
    expect(says('loading')).toEqual({ state: 'waits' })
    expect(says('forbidden')).toEqual({ state: 'asks', why: expect.stringContaining('segment staff') })
  })

  it('is decided although features refer to each other', () => {
    const [one, other] = [rules({ when: { feature: 'b' } }), rules({ when: { feature: 'a' } })]
    expect(decide(one, {}, partsWith({ 'feature a': one, 'feature b': other }))).toHaveProperty('state')
  })
})
