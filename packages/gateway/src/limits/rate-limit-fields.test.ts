import { array, assert, double, integer, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeHead } from '../pipeline/exchange.fixture.ts'
import type { Charge } from './charges.ts'
import { createGcra } from './gcra.ts'
import type { LimitPolicy } from './limiter.ts'
import { setRateLimitFields } from './rate-limit-fields.ts'

/** A list of strings with integer parameters, as of RFC 9651, section 4.2.1. Throws for other texts. */
function parseList(text: string): { name: string; parameters: Record<string, number> }[] {
  const member = /^"([\x20-\x21\x23-\x5b\x5d-\x7e]*)"((?:; *[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/
  return text.split(/[ \t]*,[ \t]*/).map((item) => {
    const [, name, parameters = ''] = member.exec(item) ?? []
    if (name === undefined) throw new SyntaxError(`Not a member of a list: ${item}`)
    const pairs = [...parameters.matchAll(/; *([^=]+)=(-?\d+)/g)].map(([, key, value]) => [key, Number(value)])
    return { name, parameters: Object.fromEntries(pairs) }
  })
}

const policy = (name: string, rate: number, windowMs = 60_000, burst = 0): LimitPolicy => ({
  ...{ kind: 'window', name, rate, windowMs, burst },
})

const said = (of: LimitPolicy, remaining: number, more: object = {}): Charge => ({
  ...{ limiter: undefined as never, key: '', at: 0, isTold: true, isHeld: true },
  policy: of,
  taken: { isAdmitted: true, remaining, waitMs: 0, resetMs: 1500, ...more },
})

function fieldsOf(charges: readonly Charge[]) {
  const { headers } = fakeHead()
  setRateLimitFields(headers, charges, false)
  const [policies, limit] = [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  const parsed = (text: string | undefined) => (text === undefined ? undefined : parseList(text))
  return { policies: parsed(policies), limit: parsed(limit) }
}

describe('the fields of limits', () => {
  it('are structured fields: all policies, and the one with the least share left', () => {
    const names = uniqueArray(integer({ min: 1, max: 9 }), { minLength: 1 })
    const parts = record({
      rate: integer({ min: 0, max: 1e9 }),
      burst: integer({ min: 0, max: 9 }),
      left: integer({ min: 0, max: 9 }),
    })
    assert(
      property(names, array(parts, { minLength: 9, maxLength: 9 }), (all, numbers) => {
        const charges = all.map((n) => {
          const { rate, burst, left } = numbers[n - 1]!
          return said(policy(`rate-${n}`, rate, 1000 * n, burst), Math.min(left, rate + burst))
        })
        const { policies, limit } = fieldsOf(charges)
        expect(policies).toEqual(
          charges.map(({ policy: { name, rate, burst, windowMs } }) => ({
            ...{ name, parameters: { q: rate + burst, w: windowMs / 1000 } },
          })),
        )
        const share = ({ policy: { rate, burst }, taken }: Charge) => taken.remaining / (rate + burst || 1)
        const least = charges.find(({ policy: { name } }) => name === limit?.[0]?.name)!
        expect(share(least)).toBe(Math.min(...charges.map(share)))
        expect(limit).toEqual([{ name: least.policy.name, parameters: { r: least.taken.remaining, t: 2 } }])
      }),
    )
  })

  it('tell the seconds of a window, whenever a rate that does not divide it was used up', () => {
    const third = { ...policy('rate', 3, 1000), kind: 'rate' } as const
    assert(
      property(double({ min: 0, max: 1e9, noNaN: true }), (now) => {
        const limiter = createGcra()
        const last = [1, 2, 3].map(() => limiter.take('key', third, now)).at(-1)!
        expect(fieldsOf([{ ...said(third, 0), taken: last }]).limit?.[0]?.parameters).toEqual({ r: 0, t: 1 })
      }),
    )
  })

  it('are not there if no limit is told about, and say nothing of what nobody knows', () => {
    expect(fieldsOf([{ ...said(policy('concurrency', 1), 1), isTold: false }])).toEqual({})
    const { policies, limit } = fieldsOf([said(policy('day', 5), 0, { isUnavailable: true })])
    expect([policies?.length, limit]).toEqual([1, undefined])
  })
})
