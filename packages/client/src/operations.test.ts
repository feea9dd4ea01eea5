import { contract, operations } from '@signalbox/core/contract'
import { isStream, type Operation } from '@signalbox/core/wire'
import { describe, expect, it } from 'vitest'
import { operationsModule, rowOf } from './operations.fixture.ts'
import { table } from './operations.ts'
import { readRow } from './row.ts'

/** The value under a name in a nested object. */
const at = (tree: object, name: readonly string[]) =>
  name.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], tree)

describe('the table of operations', () => {
  it('is generated from the contract', async () => {
    await expect(operationsModule()).toMatchFileSnapshot('./operations.ts')
  })

  it('describes each operation as its schemas do', () => {
    for (const { name, operation } of operations(contract)) {
      const group = at(table, name.slice(0, -1)) as Readonly<Record<string, string>>
      const { body, response, ...rest } = readRow(group[name.at(-1)!]!, group['~'])
      const { method, path } = operation
      expect(rest).toMatchObject({ method, path })
      expect(Boolean(rest.raw)).toBe(Boolean(operation.raw))
      expect(body && encodingOf(body)).toBe(operation.body && encodingOf(operation.body))
      expect(encodingOf(response)).toBe(encodingOf(operation.response))
    }
  })

  it('leaves out what only portals serve', () => {
    const names = operations(contract, 'portal').map(({ name: [group = ''] }) => group)
    expect(names).toContain('mine')
    for (const name of names) expect(table).not.toHaveProperty(name)
  })

  it('marks idempotent calls as retryable', () => {
    const repeatable = operations(contract)
      .filter(({ operation }) => readRow(rowOf(operation)).repeats === 'always')
      .map(({ operation }) => operation)
    expect(new Set(repeatable.map(({ method }) => method))).toEqual(new Set(['GET', 'PUT', 'DELETE', 'POST']))
    expect(repeatable.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/features/_checks',
      '/api/tree/features',
      '/api/configs/_evaluate',
      '/api/gateway/_explain',
      '/ofrep/v1/evaluate/flags',
      '/api/features/{id}/check',
      '/api/segments/{id}/_test',
      '/api/configs/{id}/evaluate',
      '/api/error-templates/{id}/_render',
      '/ofrep/v1/evaluate/flags/{key}',
    ])
  })
})

const encodingOf = (body: NonNullable<Operation['body']>): string => (isStream(body) ? body.encoding : 'json')
