import type { Condition } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'
import { leniently } from '../documented.ts'

const atCompany = { attribute: 'email', operator: 'endsWith', value: '@example.com' } as const

/** What segments have in addition to other records. */
export function describeSegments(test: ApiTest): void {
  describe('a segment', () => {
    test('has those for whom its condition is true', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', when: atCompany } })
      const says = async (body: Record<string, unknown>) => (await api.segments.test({ id: 'staff', body })).in
      expect([
        await says({ email: 'ann@example.com' }),
        await says({ email: 'ann@example.org' }),
        await says({}),
      ]).toEqual([true, false, false])
    })

    test('has whom it includes, and not whom it excludes, whatever its condition says', async ({ api }) => {
      const lists = { included: ['ann', 'bob'], excluded: ['bob', 'eve'] }
      await api.segments.create({ body: { id: 'staff', when: atCompany, ...lists } })
      const told = await Promise.all(
        ['ann', 'bob', 'eve', 'zoe'].map((id) =>
          api.segments.test({ id: 'staff', body: { id, email: `${id}@example.com` } }),
        ),
      )
      expect(told.map((one) => [one.in, one.trace.listed])).toEqual([
        [true, 'included'],
        [false, 'excluded'],
        [false, 'excluded'],
        [true, undefined],
      ])
    })

    test('explains its condition', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', when: { all: [atCompany, { segment: 'other' }] } } })
      const { trace } = await api.segments.test({ id: 'staff', body: { id: 'ann' } })
      expect(trace).toMatchObject({ kind: 'segment', segment: 'staff', outcome: false, unresolved: true })
    })

    test('of an unknown id is NOT_FOUND', async ({ api }) => {
      await expect(api.segments.test({ id: 'nobody', body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test.for<[unknown, string, string]>([
      [{ attribute: 'plan', operator: 'isnt', value: 'pro' }, '/when/operator', 'error.enum'],
      [{ attribute: 'plan', operator: 'is', value: 1, values: [2] }, '/when', 'error.required.one'],
      [{ all: [{ attribute: 'plan', operator: 'matches', value: '(' }] }, '/when/all/0/value', 'error.pattern.invalid'],
      [{ time: {} }, '/when/time', 'error.required.any'],
      [{ not: { nobody: true } }, '/when/not', 'error.required.any'],
    ])('with the condition %j is refused by its place', async ([when, place, message], { api }) => {
      const creating = api.segments.create({ body: leniently({ id: 'bad', when: when as Condition }) })
      await expect(creating).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [place]: [expect.objectContaining({ message })] },
      })
    })

    test('is nested by the segments of its id', async ({ api }) => {
      await api.segments.create({ body: { id: 'shop:staff', included: ['ann'] } })
      expect(await api.segments.tree()).toEqual({
        shop: { staff: { value: { id: 'shop:staff', included: ['ann'] } } },
      })
    })
  })
}
