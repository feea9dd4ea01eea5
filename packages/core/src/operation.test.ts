import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { owner } from './machine/callers/caller.ts'
import { bind } from './machine/calls/bind.ts'
import { mapOperations, operations } from './machine/calls/map-operations.ts'
import { object, Type } from './machine/schema/schema.ts'
import { operation, parametersOf } from './operation.ts'

const answer = { summary: '', access: 'open', response: Type.Unknown() } as const
const small = {
  one: operation({
    ...answer,
    method: 'GET',
    path: '/things/{id}',
    params: { id: Type.String({ pattern: '^[a-z]+$' }) },
  }),
  deep: {
    list: operation({
      ...answer,
      method: 'GET',
      path: '/things',
      query: object({ page: Type.Integer({ minimum: 1 }) }),
    }),
    tree: operation({ ...answer, method: 'GET', path: '/things?render=tree' }),
    save: operation({
      ...answer,
      method: 'POST',
      path: '/things/{id}',
      params: { id: Type.String() },
      body: object({ n: Type.Number() }),
    }),
  },
}

describe('the operations of a contract', () => {
  it('are listed with their names, fixed queries and paths first', () => {
    expect(operations(small).map(({ name, operation: { path } }) => [name.join('.'), path])).toEqual([
      ['deep.tree', '/things?render=tree'],
      ['deep.list', '/things'],
      ['one', '/things/{id}'],
      ['deep.save', '/things/{id}'],
    ])
  })

  it('find their functions in an API', async () => {
    const api = mapOperations(small, (_, name) => async () => name.join('.'))
    for (const { find, name } of operations(small)) expect(await find(api)()).toBe(name.join('.'))
  })

  it('have one schema for all parameters, in which path parameters are required', () => {
    expect(parametersOf(small.one)).toMatchObject({ properties: { id: {} }, required: ['id'] })
    expect(parametersOf(small.deep.list)).toMatchObject({ properties: { page: {} }, required: ['page'] })
    expect(parametersOf(small.deep.tree)).toEqual({ type: 'object', properties: {}, required: [] })
  })

  it('of Signalbox have unique methods and paths, summaries and access rules', () => {
    const all = operations(contract).map(({ operation: one }) => one)
    const places = all.map(({ method, path }) => `${method} ${path.replace(/{\w+}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
    for (const { summary, access, path, params = {} } of all) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(access).toBeDefined()
      expect([...path.matchAll(/{(\w+)}/g)].map(([, name]) => name)).toEqual(Object.keys(params))
    }
  })
})

describe('the parameters of an operation', () => {
  it('are one object for all boxes, so that their validator is compiled once', () => {
    const of = () => operations(contract).map(({ operation }) => parametersOf(operation))
    const first = of()
    expect(of().every((parameters, index) => parameters === first[index])).toBe(true)
  })
})

describe('a bound handler', () => {
  const calls: unknown[] = []
  const handle = async (input: unknown, options: unknown) => {
    calls.push([input, options])
    return 'done'
  }
  const api = bind(small, { one: handle, deep: { list: handle, tree: handle, save: handle } })

  it('receives only the declared inputs', async () => {
    const input = { id: 'a', body: { n: 1 }, other: 'x', constructor: 1 }
    expect(await api.deep.save(input, { ifMatch: '"1"' })).toBe('done')
    expect(calls.at(-1)).toEqual([
      { id: 'a', body: { n: 1 } },
      { ifMatch: '"1"', caller: owner },
    ])
    await api.one({ id: 'a' })
    expect(calls.at(-1)).toEqual([{ id: 'a' }, { caller: owner }])
    await api.deep.tree()
    expect(calls.at(-1)).toEqual([{}, { caller: owner }])
  })

  it('treats undefined as absent', async () => {
    const input = { page: undefined } as unknown as { page: number }
    await expect(api.deep.list(input)).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { page: [{ message: 'error.required' }] },
    })
  })

  it('is not called with invalid inputs', async () => {
    const before = calls.length
    await expect(api.one({ id: 'A1' })).rejects.toMatchObject({ fieldErrors: { id: [{ message: 'error.pattern' }] } })
    await expect(api.deep.list({ page: 0 })).rejects.toMatchObject({
      fieldErrors: { page: [{ message: 'error.minimum' }] },
    })
    await expect(api.deep.save({ id: 'a', body: { n: 'x' as never } })).rejects.toMatchObject({
      message: expect.stringContaining('The body is invalid'),
      fieldErrors: { '/n': [{ message: 'error.type' }] },
    })
    expect(calls).toHaveLength(before)
  })
})
