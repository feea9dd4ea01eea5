import { describe, expect, it } from 'vitest'
import { contract, slices } from '../../contract.ts'
import type { Slice } from '../../slice.ts'
import { collect, testBox } from '../callers/access.fixture.ts'
import { operations } from '../calls/map-operations.ts'
import type { SignalboxError } from '../errors/errors.ts'
import { validate } from '../schema/validate.ts'
import { fieldsOf } from './fields.ts'
import type { Resource } from './resource.ts'

const feature = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY', description: 'Fast' } as const

async function withFeature() {
  const box = testBox()
  await box.features.create({ body: feature })
  return box
}

describe('a download of some fields', () => {
  it('has only these members, and marks its lines', async () => {
    const box = await withFeature()
    const lines = await collect(await box.features.export({ fields: 'enabled,tags,id,id' }))
    expect(lines.map((line) => JSON.stringify(line))).toEqual(['{"enabled":true,"id":"shop:express","partial":true}'])
  })

  it('is rejected by an upload, even if it has all members', async () => {
    const box = await withFeature()
    const fields = 'id,enabled,activationStrategy,description'
    const body = await collect(await box.features.export({ fields }))
    const { success, errors } = await box.features.import({ body, strategy: 'Replace' })
    expect(success).toBe(0)
    expect(errors.fieldErrors).toEqual({ '/1/partial': [{ message: 'error.unknown.field', args: [] }] })
  })

  it('shows only what the caller may read, without secrets', async () => {
    const box = await withFeature()
    const none = box.as({ id: 'ann', authorizedPatterns: 'site:*' })
    expect(await collect(await none.features.export({ fields: 'id' }))).toEqual([])
    await box.webhooks.create({ body: { clientId: 'hook', callbackUrl: 'https://a.test/' } })
    const admin = box.as({ id: 'ann', admin: true })
    const [hook] = await collect(await admin.webhooks.export({ fields: 'secret' }))
    expect(JSON.stringify(hook)).not.toContain('whsec_')
  })

  it.each([
    [
      'enabld',
      'not "enabld" (did you mean enabled?): id, enabled, description, activationStrategy, parameters, tags',
      ['enabled'],
    ],
    ['id,active', 'not "active"', []],
    ['__proto__', 'not "__proto__"', []],
    ['', 'not ""', []],
  ])('names the fields if one is unknown: %s', async (fields, sentence, args) => {
    const call = (await withFeature()).features.export({ fields })
    await expect(call).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(sentence),
      fieldErrors: { fields: [{ message: 'error.unknown.field', args }] },
    })
  })
})

describe('every kind with downloads of some fields', () => {
  const paths = operations(contract).flatMap(({ operation: { path, query } }) =>
    path.endsWith('.ndjson') && query && 'fields' in (query as { properties: object }).properties ? [path] : [],
  )
  const kinds = (slices as readonly Slice[])
    .flatMap(({ kinds = [] }) => kinds as readonly Resource[])
    .filter(({ path }) => paths.includes(`${path}.ndjson`))

  it('is in the contract', () => {
    expect(kinds.length).toBeGreaterThan(10)
    expect(kinds.map(({ path }) => `${path}.ndjson`).sort()).toEqual([...new Set(paths)].sort())
  })

  it.each(kinds.map((kind) => [kind.plural, kind] as const))('rejects marked lines: %s', (_, kind) => {
    expect(fieldsOf(kind)).toContain(kind.key ?? 'id')
    const line = { activationStrategy: 'NO_STRATEGY', partial: true } // features need a strategy to be validated
    expect(fieldErrorsOf(() => validate(kind.lines ?? kind.schema, line, 'The line'))).toHaveProperty(['/partial'])
  })
})

function fieldErrorsOf(call: () => unknown) {
  try {
    return call()
  } catch (error) {
    return (error as SignalboxError).fieldErrors
  }
}
