import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'

/** A strategy, with instants at which a feature is active and instants at which it is not. */
interface Row {
  readonly strategy: string
  readonly parameters: object
  readonly active: readonly string[]
  readonly inactive: readonly string[]
}

const byTime: Record<string, Row> = {
  'RELEASE_DATE is strictly after': {
    strategy: 'RELEASE_DATE',
    parameters: { releaseDate: '15/06/2026 12:00:00' },
    active: ['2026-06-15T12:00:00.001Z', '2030-01-01T00:00:00Z'],
    inactive: ['2026-06-15T12:00:00.000Z', '2026-06-15T11:59:59.999Z', '1969-12-31T23:59:59Z'],
  },
  'DATE_RANGE includes both ends, the last second whole': {
    strategy: 'DATE_RANGE',
    parameters: { from: '2026-06-15 12:00:00', to: '2026-06-16 12:00:00' },
    active: ['2026-06-15T12:00:00.000Z', '2026-06-16T12:00:00.000Z', '2026-06-16T12:00:00.999Z'],
    inactive: ['2026-06-15T11:59:59.999Z', '2026-06-16T12:00:01.000Z'],
  },
  'DATE_RANGE may be one second': {
    strategy: 'DATE_RANGE',
    parameters: { from: '2026-06-15 12:00:00', to: '2026-06-15 12:00:00' },
    active: ['2026-06-15T12:00:00.000Z', '2026-06-15T12:00:00.999Z'],
    inactive: ['2026-06-15T11:59:59.999Z', '2026-06-15T12:00:01.000Z'],
  },
  'HOUR_RANGE includes its start and excludes its end': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '08:30', endDate: '17:00' },
    active: ['2026-06-15T08:30:00.000Z', '2026-06-15T16:59:59.999Z'],
    inactive: ['2026-06-15T08:29:59.999Z', '2026-06-15T17:00:00.000Z', '2026-06-15T00:00:00Z'],
  },
  'HOUR_RANGE continues past midnight': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '22:00', endDate: '06:00' },
    active: ['2026-06-15T22:00:00.000Z', '2026-06-16T00:00:00.000Z', '2026-06-16T05:59:59.999Z'],
    inactive: ['2026-06-15T21:59:59.999Z', '2026-06-16T06:00:00.000Z'],
  },
  'HOUR_RANGE from an hour to itself is never': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '12:00', endDate: '12:00' },
    active: [],
    inactive: ['2026-06-15T12:00:00.000Z', '2026-06-15T11:59:59.999Z', '2026-06-15T00:00:00Z'],
  },
  'HOUR_RANGE until midnight': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '23:00', endDate: '00:00' },
    active: ['2026-06-15T23:00:00.000Z', '2026-06-15T23:59:59.999Z'],
    inactive: ['2026-06-16T00:00:00.000Z'],
  },
  'RELEASE_DATE in a zone of its own': {
    strategy: 'RELEASE_DATE',
    parameters: { releaseDate: '15/06/2026 12:00:00', timezone: 'America/New_York' },
    active: ['2026-06-15T16:00:00.001Z'],
    inactive: ['2026-06-15T16:00:00.000Z'],
  },
  'RELEASE_DATE at a local time that the clocks skip is the instant of the change': {
    strategy: 'RELEASE_DATE',
    parameters: { releaseDate: '29/03/2026 02:30:00', timezone: 'Europe/Berlin' },
    active: ['2026-03-29T01:00:00.001Z'],
    inactive: ['2026-03-29T01:00:00.000Z', '2026-03-29T00:30:00.001Z'],
  },
  'DATE_RANGE at a local time that comes twice goes from the first to the last': {
    strategy: 'DATE_RANGE',
    parameters: { from: '2026-10-25 02:30:00', to: '2026-10-25 02:30:00', timezone: 'Europe/Berlin' },
    active: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T01:30:00.999Z'],
    inactive: ['2026-10-25T00:29:59.999Z', '2026-10-25T01:30:01.000Z'],
  },
  'HOUR_RANGE in a zone with a half hour': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '09:00', endDate: '10:00', timezone: 'Asia/Kolkata' },
    active: ['2026-06-15T03:30:00.000Z', '2026-06-15T04:29:59.999Z'],
    inactive: ['2026-06-15T03:29:59.999Z', '2026-06-15T04:30:00.000Z'],
  },
  'HOUR_RANGE follows the clocks of summer and winter': {
    strategy: 'HOUR_RANGE',
    parameters: { startDate: '09:00', endDate: '10:00', timezone: 'Europe/Berlin' },
    active: ['2026-01-15T08:00:00.000Z', '2026-07-15T07:00:00.000Z'],
    inactive: ['2026-01-15T07:00:00.000Z', '2026-07-15T08:00:00.000Z'],
  },
}

/** Features and clients, and the murmur3 bucket (of 100000) into which each pair falls. */
const buckets: readonly (readonly [feature: string, client: string | number, bucket: number])[] = [
  ['shop:checkout', 'u2', 17642],
  ['shop:checkout', 'ragnar', 91429],
  ['shop:checkout', 'été', 46621],
  ['shop:checkout', '😀', 51572],
  ['shop:checkout', 10, 7755],
  ['a', 'u2', 77183],
  ['a', 'user-42', 4242],
  ['a', '10', 35709],
]

/** Activation strategies: when features are active. */
export function describeStrategies(test: ApiTest): void {
  describe('the strategy', () => {
    test('NO_STRATEGY is active if the feature is enabled', async ({ api }) => {
      await api.features.create({ body: { id: 'on', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      await api.features.create({ body: { id: 'off', enabled: false, activationStrategy: 'NO_STRATEGY' } })
      expect(await api.features.check({ id: 'on' })).toEqual({ active: true })
      expect(await api.features.check({ id: 'off' })).toEqual({ active: false })
    })

    test.for(Object.entries(byTime))('%s', async ([, { strategy, parameters, active, inactive }], { api, clock }) => {
      const body = { id: 'on', enabled: true, activationStrategy: strategy, parameters } as never
      await api.features.create({ body })
      await api.features.create({ body: { ...(body as object), id: 'off', enabled: false } as never })
      for (const instant of [...active, ...inactive]) {
        clock.set(new Date(instant))
        const expected = { active: active.includes(instant) }
        expect(await api.features.check({ id: 'on' }), instant).toEqual(expected)
        expect(await api.features.checkWith({ id: 'on', body: {} }), instant).toEqual(expected)
        expect(await api.features.check({ id: 'off' }), instant).toEqual({ active: false })
      }
    })

    test.for(buckets)('PERCENTAGE puts %j and client %j in bucket %i', async ([id, client, bucket], { api }) => {
      const check = async (percentage: number) => {
        const body = { id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage } } as const
        await api.features.import({ body: [body], strategy: 'Replace' })
        return api.features.checkWith({ id, body: { id: client }, explain: true })
      }
      expect(await check((bucket + 1) / 1000)).toMatchObject({
        active: true,
        explanation: { reason: 'SPLIT', bucket, bound: bucket + 1 },
      })
      expect(await check(bucket / 1000)).toMatchObject({ active: false, explanation: { bucket, bound: bucket } })
      expect(await check(100)).toMatchObject({ active: true })
      expect(await check(0)).toMatchObject({ active: false })
    })

    test('PERCENTAGE hashes a salt instead of the feature id', async ({ api }) => {
      const parameters = { percentage: 50, salt: 'shop:checkout' }
      await api.features.create({ body: { id: 'other', enabled: true, activationStrategy: 'PERCENTAGE', parameters } })
      expect(await api.features.checkWith({ id: 'other', body: { id: 'u2' }, explain: true })).toMatchObject({
        explanation: { bucket: 17642 },
      })
    })

    test('PERCENTAGE follows a change of the share at once', async ({ api }) => {
      const feature = {
        id: 'a',
        enabled: true,
        activationStrategy: 'PERCENTAGE',
        parameters: { percentage: 4 },
      } as const
      await api.features.create({ body: feature })
      const check = () => api.features.checkWith({ id: 'a', body: { id: 'user-42' } })
      expect(await check()).toEqual({ active: false })
      await api.features.patch({ id: 'a', body: [{ op: 'replace', path: '/parameters/percentage', value: 4.25 }] })
      expect(await check()).toEqual({ active: true })
      await api.features.replace({ id: 'a', body: { ...feature, enabled: false } })
      expect(await check()).toEqual({ active: false })
    })

    test('CUSTOMERS_LIST is active for listed clients', async ({ api }) => {
      const parameters = { customers: ['ann', '42', 'constructor'] }
      await api.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters } })
      const active = async (context: object) => (await api.features.checkWith({ id: 'a', body: { ...context } })).active
      for (const id of ['ann', '42', 42, 'constructor']) expect(await active({ id }), `${id}`).toBe(true)
      for (const id of ['Ann', '', 'toString', 4.2, null, ['ann'], true])
        expect(await active({ id }), `${id}`).toBe(false)
      expect(await active({ name: 'ann' })).toBe(false)
    })

    test('GLOBAL_SCRIPT is inactive while its script does not exist', async ({ api }) => {
      const parameters = { ref: 'not:there' }
      await api.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters } })
      expect(await api.features.checkWith({ id: 'a', body: { id: 'u' }, explain: true })).toMatchObject({
        active: false,
        explanation: { reason: 'ERROR' },
      })
    })
  })
}
