import { describe, expect, it } from 'vitest'
import { modeFields } from './mode-fields.ts'
import type { Plan } from './mode-words.ts'
import { copyOf, newPlan, withMode } from './plan-list.ts'
import { movesFrom, stopWords, timingWords } from './plan-moves.ts'
import { patchOf } from './plan-patch.ts'
import { limitsOf, nameOf, priceWords, statusOf } from './plan-words.ts'

const plan = (more: object = {}): Plan => ({ id: 'free', access_mode_configuration_type: 'apikey', ...more }) as Plan

describe('a plan in words', () => {
  it('has a name, a status, a price and limits', () => {
    expect([nameOf(plan()), nameOf(plan({ name: 'Free' })), statusOf(plan())]).toEqual(['free', 'Free', 'staging'])
    expect(
      [{}, { price: 0 }, { price: 9.5, currency: 'EUR' }, { price: 1200, enabled: false }].map((pricing) =>
        priceWords({ pricing }),
      ),
    ).toEqual([undefined, 'Free', '9.50 EUR', '1,200, off'])
    expect(limitsOf(plan({ access_mode_configuration: { quota: { perDay: 10 } } }))).toBe('10 requests a day')
    expect(limitsOf(plan())).toBeUndefined()
  })
})

describe('the moves of a plan', () => {
  it.each([
    ['staging', ['published', 'closed']],
    ['published', ['deprecated', 'closed']],
    ['deprecated', ['published', 'closed']],
    ['closed', []],
  ] as const)('from %s are %j', (from, to) => {
    expect(movesFrom(from).map((move) => move.to)).toEqual(to)
  })

  it('say when there is no way back', () => {
    expect(movesFrom('staging')[0]?.means).toContain('It can’t go back to staging.')
    expect(movesFrom('deprecated')[0]?.means).not.toContain('It can’t go back to staging.')
  })

  it('say when they apply', () => {
    expect(timingWords({ state: 'published' }, 'now', 'closed')).toContain('published with it')
    expect(timingWords({ state: 'published' }, 'later', 'closed')).toContain('when the draft is published')
    expect(timingWords({ state: 'deprecated' }, 'now', 'closed')).toContain('subscriptions are closed')
    expect(timingWords({}, 'now', 'closed')).toContain('not published')
  })

  it('say what stops', () => {
    expect(stopWords(0, 0)).toBe('It has no open subscriptions: nobody is affected.')
    expect(stopWords(1, 0)).toBe('1 subscription and 0 credentials stop working.')
    expect(stopWords(1200, 1)).toBe('1,200 subscriptions and 1 credential stop working.')
  })

  it('are patches that fail if the plans were reordered', () => {
    const documentation = { plans: [plan({ id: 'pro' }), plan({ sunset_at: 7 })] }
    expect(patchOf({ documentation }, 'free', 'deprecated', { sunset_at: 9, successor: 'v2' })).toEqual([
      { op: 'test', path: '/documentation/plans/1/id', value: 'free' },
      { op: 'add', path: '/documentation/plans/1/status', value: 'deprecated' },
      { op: 'add', path: '/documentation/plans/1/sunset_at', value: 9 },
      { op: 'add', path: '/documentation/plans/1/successor', value: 'v2' },
    ])
    expect(
      patchOf({ documentation }, 'free', 'published', { sunset_at: undefined, successor: undefined })?.at(-1),
    ).toEqual({ op: 'remove', path: '/documentation/plans/1/sunset_at' })
    expect(patchOf({}, 'free', 'closed')).toBeUndefined()
  })
})

describe('lists of plans', () => {
  it('get plans with ids of their own', () => {
    expect(newPlan([newPlan([])]).id).toBe('new-plan-2')
  })

  it('get copies in staging, without what was announced and without secrets', () => {
    const original = plan({
      ...{ status: 'deprecated', deprecated_at: 1, sunset_at: 2, access_mode_configuration_type: 'jwt' },
      access_mode_configuration: { secret: '********', issuer: 'us' },
    })
    expect(copyOf(original, [original])).toEqual({
      ...{ id: 'free-2', status: 'staging', access_mode_configuration_type: 'jwt' },
      access_mode_configuration: { issuer: 'us' },
    })
  })

  it('keep the settings that another access mode has, too', () => {
    const quota = { perDay: 1 }
    const before = plan({ access_mode_configuration: { quota, readOnly: true } })
    expect(withMode(before, 'jwt').access_mode_configuration).toEqual({ quota })
    expect(withMode(before, 'keyless').access_mode_configuration).toEqual({})
  })
})

it('secrets of plans are fields that show none', () => {
  const isSecret = ([mode, { members }]: [string, (typeof modeFields)['jwt']]) =>
    members.flatMap(({ name, field }) => (field.kind === 'text' && field.isSecret ? [`${mode}.${name}`] : []))
  expect(Object.entries(modeFields).flatMap(isSecret)).toEqual(['jwt.secret', 'oauth2-remote.clientSecret'])
})
