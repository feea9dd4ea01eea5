import type { Condition, SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'

/** A feature that is active where a condition is true. */
const when = (id: string, ...conditions: readonly Condition[]) => ({
  id,
  enabled: true,
  activationStrategy: 'RULES' as const,
  parameters: { rules: conditions.map((when) => ({ when })) },
})

const isActive = async (api: SignalboxApi, id: string, body: Record<string, unknown> = { id: 'ann' }) =>
  (await api.features.checkWith({ id, body })).active

/** Rules of features, and the references between features and segments. */
export function describeTargeting(test: ApiTest): void {
  describe('a feature with rules', () => {
    test('follows the segments and features that it refers to', async ({ api }) => {
      await api.features.create({ body: when('new', { segment: 'staff' }) })
      await api.features.create({ body: when('next', { feature: 'new' }) })
      await api.features.create({ body: when('old', { feature: 'new', active: false }) })
      const answers = () => Promise.all(['new', 'next', 'old'].map((id) => isActive(api, id)))
      expect(await answers()).toEqual([false, false, true])
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      expect(await answers()).toEqual([true, true, false])
      await api.segments.patch({ id: 'staff', body: { included: ['bob'] } })
      expect(await answers()).toEqual([false, false, true])
    })

    test('is inactive where a reference is unresolved, under not too', async ({ api }) => {
      await api.features.create({
        body: when('new', { not: { segment: 'nobody' } }, { any: [{ all: [] }, { feature: 'x' }] }),
      })
      expect(await isActive(api, 'new')).toBe(false)
    })

    test('answers the same by every operation', async ({ api }) => {
      await api.features.create({
        body: when('a:new', { attribute: 'version', operator: 'versionAtLeast', value: '3' }),
      })
      for (const [version, active] of [
        ['3.1.0', true],
        ['2.9', false],
      ] as const) {
        const body = { id: 'ann', version }
        const one = await api.features.checkWith({ id: 'a:new', body, explain: true })
        const { results } = await api.features.checkMany({ body })
        expect([
          one.active,
          one.explanation?.active,
          results[0]?.active,
          await api.features.treeWith({ body }),
        ]).toEqual([active, active, active, { a: { new: { active } } }])
      }
    })
  })

  describe('references', () => {
    test('may not form a cycle', async ({ api }) => {
      await api.segments.create({ body: { id: 'a', when: { segment: 'b' } } })
      await api.features.create({ body: when('f', { segment: 'a' }) })
      await expect(api.segments.create({ body: { id: 'b', when: { not: { feature: 'f' } } } })).rejects.toMatchObject({
        code: 'INVALID',
        message:
          'The segment b would refer to itself: segment b → feature f → segment a → segment b. Remove one of these references',
        fieldErrors: { '/when': [expect.objectContaining({ message: 'error.reference.cycle' })] },
      })
    })

    test('may not form a cycle within one upload', async ({ api }) => {
      const body = [{ id: 'a', when: { segment: 'b' } }, { id: 'b', when: { segment: 'a' } }, { id: 'c' }]
      const { success, errors } = await api.segments.import({ body })
      expect([success, Object.keys(errors.fieldErrors)]).toEqual([2, ['/2/when']])
    })

    test('may not form a cycle by concurrent writes', async ({ api }) => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [`a${round}`, `b${round}`]
        const writes = [
          api.segments.create({ body: { id: a, when: { segment: b } } }),
          api.segments.create({ body: { id: b, when: { segment: a } } }),
        ]
        const settled = await Promise.allSettled(writes)
        expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      }
    })

    test('to a feature that only a script decides are refused', async ({ api }) => {
      const parameters = { type: 'javascript' as const, script: 'function enabled() {}' }
      await api.features.create({ body: { id: 's', enabled: true, activationStrategy: 'SCRIPT', parameters } })
      await expect(api.features.create({ body: when('f', { feature: 's' }) })).rejects.toMatchObject({
        fieldErrors: { '/parameters/rules/0/when': [{ message: 'error.reference.script', args: ['s'] }] },
      })
    })

    test('keep what they refer to from being deleted, renamed or decided by a script', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      await api.features.create({ body: { id: 'base', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      await api.features.create({ body: when('f', { all: [{ segment: 'staff' }, { feature: 'base' }] }) })
      const parameters = { type: 'javascript' as const, script: 'function enabled() {}' }
      const inUse = { code: 'CONFLICT', errors: [{ message: 'error.reference.used', args: ['feature f'] }] }
      const base = { enabled: true, activationStrategy: 'NO_STRATEGY' as const }
      await expect(api.segments.delete({ id: 'staff' })).rejects.toMatchObject(inUse)
      await expect(api.segments.deleteMany({ pattern: 'st*' })).rejects.toMatchObject(inUse)
      await expect(api.segments.replace({ id: 'staff', body: { id: 'crew' } })).rejects.toMatchObject(inUse)
      await expect(api.features.replace({ id: 'base', body: { id: 'ground', ...base } })).rejects.toMatchObject(inUse)
      await expect(
        api.features.replace({
          id: 'base',
          body: { id: 'base', enabled: true, activationStrategy: 'SCRIPT', parameters },
        }),
      ).rejects.toMatchObject(inUse)
      expect(await isActive(api, 'f')).toBe(true)
    })

    test('of features keep their scripts from being deleted or renamed, unless it is forced', async ({ api }) => {
      const source = { type: 'javascript', script: 'function enabled(c, yes) { yes() }' } as const
      const script = (id: string) => ({ id, name: id, source })
      const decided = (id: string, ref: string) =>
        ({ id, enabled: false, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref } }) as const
      for (const id of ['s', 't']) await api.scripts.create({ body: script(id) })
      await api.features.create({ body: decided('f', 's') })
      await api.features.create({ body: decided('g', 's') })
      const inUse = {
        code: 'CONFLICT',
        errors: [{ message: 'error.reference.used', args: ['feature f', 'feature g'] }],
      }
      await expect(api.scripts.delete({ id: 's' })).rejects.toMatchObject(inUse)
      await expect(api.scripts.delete({ id: 's' })).rejects.toThrow(
        /it decides features: feature f, feature g\. Give them/,
      )
      await expect(api.scripts.replace({ id: 's', body: script('r') })).rejects.toMatchObject(inUse)
      await expect(api.scripts.deleteMany({ pattern: '*' })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await api.lint()).toEqual({ unresolved: [], count: 0 })

      await api.features.replace({ id: 'f', body: decided('f', 't') })
      await api.features.delete({ id: 'g' })
      expect(await api.scripts.replace({ id: 's', body: script('r') })).toMatchObject({ id: 'r' })
      await expect(api.scripts.delete({ id: 't' })).rejects.toMatchObject({ errors: [{ args: ['feature f'] }] })
      await api.features.create({ body: decided('h', 'later') })
      expect(await api.scripts.deleteMany({ pattern: '*', force: true })).toEqual({ count: 2 })
      const unresolved = [
        { from: { kind: 'feature', id: 'h' }, to: { kind: 'script', id: 'later' } },
        { from: { kind: 'feature', id: 'f' }, to: { kind: 'script', id: 't' } },
      ]
      expect(await api.lint()).toEqual({ unresolved, count: 2 })
      await api.scripts.create({ body: script('later') })
      expect(await api.lint()).toEqual({ unresolved: unresolved.slice(1), count: 1 })
    })

    test('keep what is created later from being decided by a script, unless it is forced', async ({ api }) => {
      await api.features.create({ body: when('f', { not: { feature: 'later' } }) })
      const parameters = { type: 'javascript' as const, script: 'function enabled() {}' }
      const later = { id: 'later', enabled: true, activationStrategy: 'SCRIPT' as const, parameters }
      await expect(api.features.create({ body: later })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [{ message: 'error.reference.used', args: ['feature f'] }],
      })
      await api.features.create({ body: later, force: true })
      expect((await api.lint()).unresolved).toMatchObject([{ to: { kind: 'feature', id: 'later' } }])
    })

    test('are left unresolved by force', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      await api.features.create({ body: when('f', { segment: 'staff' }) })
      await api.segments.delete({ id: 'staff', force: true })
      expect(await isActive(api, 'f')).toBe(false)
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      expect(await isActive(api, 'f')).toBe(true)
    })

    test('that are unresolved are listed', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', when: { feature: 'x' } } })
      await api.features.create({ body: when('f', { all: [{ segment: 'staff' }, { segment: 'nobody' }] }) })
      const [f, staff] = [
        { kind: 'feature', id: 'f' },
        { kind: 'segment', id: 'staff' },
      ]
      expect(await api.lint()).toEqual({
        count: 2,
        unresolved: [
          { from: staff, to: { kind: 'feature', id: 'x' } },
          { from: f, to: { kind: 'segment', id: 'nobody' } },
        ],
      })
      await api.features.create({ body: { id: 'x', enabled: false, activationStrategy: 'NO_STRATEGY' } })
      expect(await api.lint()).toMatchObject({ count: 1 })
    })

    test('are listed with notes on what is valid, but hardly meant', async ({ api }) => {
      const hours = (startDate: string, endDate: string) => ({
        enabled: true,
        activationStrategy: 'HOUR_RANGE' as const,
        parameters: { startDate, endDate },
      })
      const always = { enabled: true, activationStrategy: 'NO_STRATEGY' as const }
      await api.features.create({ body: { id: '__proto__', ...always } })
      await api.features.create({ body: { id: 'a:constructor', ...always } })
      await api.features.create({ body: { id: 'a:constructors', ...hours('00:00', '00:01') } })
      await api.features.create({ body: { id: 'a:never', ...hours('9:30', '09:30') } })
      await api.features.create({
        body: when(
          'a:when',
          { all: [] },
          { any: [{ not: { time: { endTime: '00:00' } } }, { time: { endTime: '08:00' } }] },
        ),
      })
      await api.segments.create({ body: { id: 'prototype', when: { time: { startTime: '08:00', endTime: '08:00' } } } })
      await api.configs.create({ body: { id: 'b:__proto__', value: 7 } })
      await api.configs.create({ body: { id: 'prototype:c', type: 'number', value: 7 } })

      const { notes, ...others } = await api.lint()
      expect(others).toEqual({ unresolved: [], count: 0 })
      expect(notes?.map(({ message, ...note }) => note)).toEqual([
        { kind: 'feature', id: '__proto__' },
        { kind: 'feature', id: 'a:constructor' },
        { kind: 'feature', id: 'a:never', pointer: '/parameters/endDate' },
        { kind: 'feature', id: 'a:when', pointer: '/parameters/rules/1/when/any/0/not/time/endTime' },
        { kind: 'segment', id: 'prototype', pointer: '/when/time/endTime' },
        { kind: 'config', id: 'prototype:c' },
      ])
      await api.features.deleteMany({ pattern: '*' })
      await api.segments.deleteMany({ pattern: '*' })
      await api.configs.deleteMany({ pattern: 'prototype:c' })
      expect(await api.lint()).not.toHaveProperty('notes')
    })

    test('go with the record that has them', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff' } })
      await api.features.create({ body: when('f', { segment: 'staff' }) })
      await api.features.create({ body: when('g', { segment: 'staff' }) })
      await api.features.replace({ id: 'f', body: when('f') })
      await api.features.replace({ id: 'g', body: when('h', { segment: 'staff' }) })
      await expect(api.segments.delete({ id: 'staff' })).rejects.toMatchObject({
        errors: [{ message: 'error.reference.used', args: ['feature h'] }],
      })
      await api.features.delete({ id: 'h' })
      expect(await api.segments.delete({ id: 'staff' })).toEqual({ id: 'staff' })
    })

    test('within what is deleted together do not keep it', async ({ api }) => {
      await api.segments.import({ body: [{ id: 'a' }, { id: 'b', when: { segment: 'a' } }] })
      expect(await api.segments.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
    })
  })
}
