import type { SignalboxError } from '@signalbox/core'
import { contract, operations } from '@signalbox/core/contract'
import { type Call, isStream } from '@signalbox/core/wire'
import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createClient } from './index.ts'

/** The same Signalbox in process and over HTTP, and the requests that were sent to it. */
function bothDoors(options: Partial<ClientOptions> = {}) {
  const { box } = createTestBox()
  const app = toHono(box, { access: 'open' })
  const sent: string[] = []
  const fetch = async (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    return app.fetch(request)
  }
  return {
    box,
    sent,
    remote: createClient({ baseUrl: 'http://signalbox.test', fetch, retry: { limit: 0 }, ...options }),
  }
}

/** The failure of a call, without the arguments of its problems, which only help people. */
async function failureOf(call: Call, input: unknown) {
  try {
    await call(input as Record<string, unknown>)
    return 'no failure'
  } catch (error) {
    const { name, code, message, errors, fieldErrors } = error as SignalboxError
    const fields = Object.entries(fieldErrors ?? {}).map(([field, [first]]) => [field, first?.message])
    return { name, code, message, errors: errors?.map((one) => one.message), fields: Object.fromEntries(fields) }
  }
}

const all = operations(contract).map(({ name, operation, find }) => ({
  name: name.join('.'),
  ...{ operation, find },
  ids: [...operation.path.matchAll(/{(\w+)}/g)].map(([, id = '']) => id),
}))
const named = all.flatMap(({ ids, ...rest }) => ids.map((id) => ({ id, others: ids, ...rest })))
const good: Readonly<Record<string, string>> = { sha256: '0'.repeat(64), domain: 'Feature' }
const goodIds = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, good[id] ?? 'a']))
const required = { clientId: 'ann', status: 'closed', reason: 'Full' }

describe('an id in a path', () => {
  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is a number', 5],
    ['is a list', ['a']],
    ['is an object', { a: 1 }],
  ])('that %s fails in process and over HTTP alike, without a request', async (_, value) => {
    const { box, remote, sent } = bothDoors()
    for (const { name, find, id, others } of named) {
      const input = { ...required, ...goodIds(others), body: {}, [id]: value }
      const failure = await failureOf(find(box), input)
      expect([name, failure]).toMatchObject([name, { code: 'INVALID' }])
      expect([name, await failureOf(find(remote), input)]).toEqual([name, failure])
    }
    expect(named.length).toBeGreaterThan(80)
    expect(sent).toEqual([])
  })

  it.each(['', '.', '..', 'a\ud83d'])('that is %j is rejected instead of calling another path', async (value) => {
    const { remote, sent } = bothDoors()
    for (const { find, id, others } of named) {
      const input = { ...required, ...goodIds(others), body: {}, [id]: value }
      expect(await failureOf(find(remote), input)).toMatchObject({ code: 'INVALID', fields: { [id]: 'error.type' } })
    }
    expect(sent).toEqual([])
  })

  it.each(['a/b', '../configs', 'a?b#c', '%2e%2e'])(
    'that is "%s" fails in process and over HTTP alike',
    async (value) => {
      const { box, remote } = bothDoors()
      for (const { name, find, id, others, operation } of named) {
        if (operation.body) continue // over HTTP, a body that is also invalid is reported instead
        const input = { ...required, ...goodIds(others), [id]: value }
        expect([name, await failureOf(find(remote), input)]).toEqual([name, await failureOf(find(box), input)])
      }
    },
  )
})

describe('a text in a query', () => {
  interface Query {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>
    readonly required?: readonly string[]
  }
  const neededBy = ({ required: names = [] }: Query) =>
    Object.fromEntries(Object.entries(required).filter(([name]) => names.includes(name)))

  const texts = all.flatMap(({ operation, ...rest }) =>
    Object.entries((operation.query as Query | undefined)?.properties ?? {})
      .filter(([, { type }]) => type === 'string')
      .map(([parameter]) => ({ parameter, needed: neededBy(operation.query as Query), ...rest })),
  )

  it.each([
    ['is null', null],
    ['is a list', ['ann', 'ben']],
  ])('that %s fails in process and over HTTP alike, without a request', async (_, value) => {
    const { box, remote, sent } = bothDoors()
    for (const { name, find, ids, parameter, needed } of texts) {
      const input = { ...needed, ...goodIds(ids), body: [], [parameter]: value }
      const failure = await failureOf(find(box), input)
      expect([name, failure]).toMatchObject([name, { code: 'INVALID', fields: { [parameter]: 'error.type' } }])
      expect([name, await failureOf(find(remote), input)]).toEqual([name, failure])
    }
    expect(texts.length).toBeGreaterThan(50)
    expect(sent).toEqual([])
  })

  it('that ends in a lone surrogate is rejected instead of being replaced', async () => {
    const { box, remote, sent } = bothDoors()
    const input = { id: 'a', clientId: 'ann\ud83d' }
    for (const api of [box, remote])
      await expect(api.experiments.displayed(input)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { clientId: [expect.anything()] },
      })
    expect(sent).toEqual([])
  })
})

describe('a call', () => {
  it.each([
    ['with nothing', undefined],
    ['with null', null],
  ])('%s has the same outcome in process and over HTTP', async (_, input) => {
    const { box, remote } = bothDoors()
    for (const { name, find, ids, operation } of all) {
      if (isStream(operation.response) || ids.length > 0) continue
      expect([name, await failureOf(find(remote), input)]).toEqual([name, await failureOf(find(box), input)])
    }
  })
})

describe('a body', () => {
  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is a text', 'x'],
    ['is a number', 5],
    ['is a list', []],
  ])('that %s fails in process and over HTTP alike', async (_, body) => {
    const { box, remote } = bothDoors()
    for (const { name, find, ids, operation } of all) {
      if (!operation.body || isStream(operation.body)) continue
      const input = { ...required, ...goodIds(ids), body }
      expect([name, await failureOf(find(remote), input)]).toEqual([name, await failureOf(find(box), input)])
    }
  })

  describe.each(['streamed', 'gathered'] as const)('of an upload, %s,', (uploads) => {
    it.each([
      ['missing', undefined, 'error.required'],
      ['null', null, 'error.type'],
      ['a text', 'x', 'error.type'],
      ['an object', {}, 'error.type'],
    ])('that is %s fails in process and over HTTP alike, without a request', async (_, body, problem) => {
      const { box, remote, sent } = bothDoors({ uploads })
      const takers = all.filter(({ operation }) => isStream(operation.body))
      for (const { name, find } of takers) {
        const failure = await failureOf(find(box), { body })
        expect([name, failure]).toMatchObject([name, { code: 'INVALID', fields: { '': problem } }])
        expect([name, await failureOf(find(remote), { body })]).toEqual([name, failure])
      }
      expect(takers.length).toBeGreaterThan(10)
      expect(sent).toEqual([])
    })
  })
})
