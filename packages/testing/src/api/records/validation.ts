import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'

const required = problem('error.required')
const unknown = problem('error.unknown.field')
const date = (style: string) => problem('error.format', style)
const type = (name: string) => problem('error.type', name)

/** Invalid parameters of each strategy, and the problems reported, by JSON Pointer into the parameters. */
const unfit: readonly (readonly [strategy: string, parameters: unknown, problems: Record<string, unknown>])[] = [
  ['NO_STRATEGY', { releaseDate: 'x' }, { '': unknown }],
  ['RELEASE_DATE', undefined, { '': required }],
  ['RELEASE_DATE', null, { '': type('object') }],
  ['RELEASE_DATE', {}, { '/releaseDate': required }],
  ['RELEASE_DATE', { releaseDate: 1 }, { '/releaseDate': type('string') }],
  ['RELEASE_DATE', { releaseDate: '31/02/2026 00:00:00' }, { '/releaseDate': date('dd/MM/yyyy HH:mm:ss') }],
  ['RELEASE_DATE', { releaseDate: '01/01/2026 24:00:00' }, { '/releaseDate': date('dd/MM/yyyy HH:mm:ss') }],
  ['RELEASE_DATE', { releaseDate: '2026-01-01' }, { '/releaseDate': date('dd/MM/yyyy HH:mm:ss') }],
  ['RELEASE_DATE', { releaseDate: '29/02/2026 00:00' }, { '/releaseDate': date('dd/MM/yyyy HH:mm:ss') }],
  ['RELEASE_DATE', { releaseDate: '01/01/2026 00:00:00', timezone: 'Moon/Sea' }, { '/timezone': date('time-zone') }],
  ['DATE_RANGE', {}, { '/from': required, '/to': required }],
  [
    'DATE_RANGE',
    { from: '2026-01-01T24:00:00Z', to: '' },
    { '/from': date('yyyy-MM-dd HH:mm:ss'), '/to': date('yyyy-MM-dd HH:mm:ss') },
  ],
  [
    'DATE_RANGE',
    { from: '2026-01-02 00:00:00', to: '2026-01-01 23:59:59' },
    { '/from': problem('error.date.order', '2026-01-02 00:00:00', '2026-01-01 23:59:59') },
  ],
  ['HOUR_RANGE', { startDate: '25:00', endDate: '8:60' }, { '/startDate': date('HH:mm'), '/endDate': date('HH:mm') }],
  ['HOUR_RANGE', { startAt: '08:00', until: '08:00' }, { '/endDate': required, '/until': unknown }],
  ['HOUR_RANGE', { startAt: '25:00', endAt: '8:60' }, { '/startAt': date('HH:mm'), '/endAt': date('HH:mm') }],
  [
    'HOUR_RANGE',
    { startAt: '08:00', endAt: '17:00', startDate: '09:00', endDate: '17:00' },
    { '/startAt': problem('error.synonym', 'startDate') },
  ],
  [
    'SCRIPT',
    { type: 'cobol' },
    { '/type': problem('error.enum', 'javascript', 'kotlin', 'scala'), '/script': required },
  ],
  ['GLOBAL_SCRIPT', { script: 'x' }, { '/ref': required, '/script': unknown }],
  ['PERCENTAGE', { percentage: -0.1 }, { '/percentage': problem('error.minimum', '0') }],
  ['PERCENTAGE', { percentage: 100.1 }, { '/percentage': problem('error.maximum', '100') }],
  ['PERCENTAGE', { percentage: '50', salt: 1 }, { '/percentage': type('number'), '/salt': type('string') }],
  ['CUSTOMERS_LIST', { customers: 'a' }, { '/customers': type('array') }],
  ['CUSTOMERS_LIST', { customers: ['a', 1] }, { '/customers/1': type('string') }],
]

/** Invalid features: every failing member is reported at once, by JSON Pointer. */
export function describeValidation(test: ApiTest): void {
  const refusal = (body: unknown, fieldErrors: object) => ({ code: 'INVALID', errors: [], fieldErrors, body })

  describe('a feature is rejected', () => {
    test.for(unfit)('with the strategy %s and %j', async ([activationStrategy, parameters, problems], { api }) => {
      const body = { id: 'a', enabled: true, activationStrategy, ...(parameters !== undefined && { parameters }) }
      const failure = await api.features.create({ body: body as never }).catch((error: unknown) => error)
      const expected = Object.entries(problems).map(([pointer, one]) => [`/parameters${pointer}`, [one]])
      expect(failure).toMatchObject({ code: 'INVALID', errors: [] })
      expect((failure as { fieldErrors: unknown }).fieldErrors).toEqual(Object.fromEntries(expected))
    })

    test('with every failing member reported at once', async ({ api }) => {
      const body = {
        id: 'a b',
        enabled: 'yes',
        description: 5,
        activationStrategy: 'RELEASE_DATE',
        parameters: { releaseDate: '31/02/2026 00:00:00', extra: 1 },
        tags: [1, 'ok', {}],
        colour: 'red',
      }
      const failure = await api.features.create({ body: body as never }).catch((error: unknown) => error)
      expect(Object.keys((failure as { fieldErrors: object }).fieldErrors).sort()).toEqual([
        '/colour',
        '/description',
        '/enabled',
        '/id',
        '/parameters/extra',
        '/parameters/releaseDate',
        '/tags/0',
        '/tags/2',
      ])
    })

    test('without a strategy, or with an unknown one', async ({ api }) => {
      for (const activationStrategy of [undefined, 'NEVER', 'toString', 7, null]) {
        const body = { id: 'a b', enabled: true, ...(activationStrategy !== undefined && { activationStrategy }) }
        const failure = await api.features.create({ body: body as never }).catch((error: unknown) => error)
        const { fieldErrors } = failure as { fieldErrors: Record<string, { message: string }[]> }
        expect(Object.keys(fieldErrors).sort()).toEqual(['/activationStrategy', '/id'])
        const expected = activationStrategy === undefined ? required.message : 'error.enum'
        expect(fieldErrors['/activationStrategy']?.map(({ message }) => message)).toContain(expected)
      }
    })

    test('with the same message by every operation', async ({ api }) => {
      await api.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      const body = { id: 'a', enabled: 1, activationStrategy: 'PERCENTAGE', parameters: { percentage: 101 } } as never
      const fieldErrors = {
        '/enabled': [type('boolean')],
        '/parameters/percentage': [problem('error.maximum', '100')],
      }
      const expected = refusal(body, fieldErrors)
      const patch = Object.entries(body).map(([name, value]) => ({ op: 'add' as const, path: `/${name}`, value }))
      for (const call of [
        api.features.create({ body }),
        api.features.replace({ id: 'a', body }),
        api.features.patch({ id: 'a', body: patch }),
      ])
        await expect(call).rejects.toMatchObject({ code: expected.code, errors: expected.errors, fieldErrors })
      const { errors } = await api.features.import({ body: [body] })
      const byLine = Object.entries(fieldErrors).map(([pointer, problems]) => [`/1${pointer}`, problems])
      expect(errors.fieldErrors).toEqual(Object.fromEntries(byLine))
    })
  })
}
