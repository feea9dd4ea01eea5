import { describe, expectTypeOf, it } from 'vitest'
import { bind } from './machine/calls/bind.ts'
import { object, Type } from './machine/schema/schema.ts'
import {
  type Api,
  type CallOptions,
  eventStream,
  type Handlers,
  type Input,
  ndjson,
  type Output,
  operation,
} from './operation.ts'

const common = { summary: '', access: 'open' } as const
const greet = operation({
  ...common,
  method: 'POST',
  path: '/greetings/{name}/in/{language}',
  query: object({ times: Type.Integer(), loud: Type.Optional(Type.Boolean()) }),
  body: object({ text: Type.String() }),
  response: object({ greeting: Type.String() }),
})
const ping = operation({ ...common, method: 'GET', path: '/ping', response: object({ up: Type.Boolean() }) })
const find = operation({
  ...common,
  method: 'GET',
  path: '/find?kind=all',
  query: object({ page: Type.Optional(Type.Integer()) }),
  response: object({}),
})
const upload = operation({
  ...common,
  method: 'POST',
  path: '/lines',
  body: ndjson(object({ id: Type.String() })),
  response: eventStream(Type.Number()),
})
const act = operation({
  ...common,
  method: 'POST',
  path: '/people/{name}/_act',
  body: object({ how: Type.Optional(Type.String()) }),
  response: object({}),
})
const contract = { greet, act, deep: { ping, deeper: { upload, find } } }
type C = typeof contract

describe('what an operation takes and answers', () => {
  it('comes from its path, its query and its body', () => {
    expectTypeOf<Input<typeof greet>>().toEqualTypeOf<{
      name: string
      language: string
      times: number
      loud?: boolean
      body: { text: string }
    }>()
    expectTypeOf<Output<typeof greet>>().toEqualTypeOf<{ greeting: string }>()
    expectTypeOf<Input<typeof find>>().toEqualTypeOf<{ page?: number }>()
  })

  it('is any iterable of values for a stream, and an async one back', () => {
    expectTypeOf<Input<typeof upload>>().toEqualTypeOf<{
      body: Iterable<{ id: string }> | AsyncIterable<{ id: string }>
    }>()
    expectTypeOf<Output<typeof upload>>().toEqualTypeOf<AsyncIterable<number>>()
  })
})

describe('an API', () => {
  it('has a function for each operation, under the same names', () => {
    expectTypeOf<keyof Api<C>>().toEqualTypeOf<'greet' | 'act' | 'deep'>()
    expectTypeOf<keyof Api<C>['deep']>().toEqualTypeOf<'ping' | 'deeper'>()
    expectTypeOf<Api<C>['greet']>().toEqualTypeOf<
      (input: Input<typeof greet>, options?: CallOptions) => Promise<{ greeting: string }>
    >()
  })

  it('is called without input where nothing is required', async () => {
    const api = {} as Api<C>
    expectTypeOf(await api.deep.ping()).toEqualTypeOf<{ up: boolean }>()
    void api.deep.deeper.find()
    void api.deep.deeper.find({ page: 2 }, { signal: AbortSignal.abort() })
    void api.act({ name: 'a' })
    void api.act({ name: 'a', body: { how: 'well' } })
    // @ts-expect-error a greeting needs its input
    void api.greet()
    // @ts-expect-error and all of it
    void api.greet({ name: 'Ann', language: 'en', times: 1 })
    // @ts-expect-error of the right types
    void api.greet({ name: 'Ann', language: 'en', times: '1', body: { text: 'Hello' } })
    // @ts-expect-error and nothing else
    void api.deep.deeper.find({ pages: 2 })
  })
})

describe('handlers', () => {
  const handlers: Handlers<C> = {
    greet: async ({ name, times, body }) => ({ greeting: `${body.text} ${name}`.repeat(times) }),
    async act({ body }) {
      expectTypeOf(body).toEqualTypeOf<{ how?: string }>()
      return {}
    },
    deep: {
      ping: async () => ({ up: true }),
      deeper: {
        async upload({ body }, { signal }) {
          expectTypeOf(signal).toEqualTypeOf<AbortSignal | undefined>()
          return (async function* () {
            for await (const { id } of body) yield id.length
          })()
        },
        find: async () => ({}),
      },
    },
  }

  it('that implement a contract make its API', () => {
    expectTypeOf(bind(contract, handlers)).toEqualTypeOf<Api<C>>()
  })

  it('do not compile when one is missing, at any depth', () => {
    // @ts-expect-error greet is missing
    bind(contract, { deep: handlers.deep })
    // @ts-expect-error deep.deeper.find is missing
    bind(contract, { ...handlers, deep: { ...handlers.deep, deeper: { upload: handlers.deep.deeper.upload } } })
  })

  it('do not compile when there is one too many, at any depth', () => {
    // @ts-expect-error there is no wave in the contract
    bind(contract, { ...handlers, wave: async () => ({}) })
    // @ts-expect-error nor is there one in deep
    bind(contract, { ...handlers, deep: { ...handlers.deep, wave: async () => ({}) } })
  })

  it('may answer at once', () => {
    bind(contract, { ...handlers, greet: () => ({ greeting: 'Hello' }) })
  })

  it('do not compile when they take or answer something else', () => {
    // @ts-expect-error the answer has a greeting
    bind(contract, { ...handlers, greet: async () => ({ greetings: 'Hello' }) })
    // @ts-expect-error there is no title in the input
    bind(contract, { ...handlers, greet: async ({ title }) => ({ greeting: title }) })
  })
})

describe('an operation', () => {
  it('does not compile with another method, access or answer', () => {
    // @ts-expect-error no such method
    operation({ ...common, method: 'FETCH', path: '/', response: object({}) })
    // @ts-expect-error no such access
    operation({ ...common, access: 'sometimes', method: 'GET', path: '/', response: object({}) })
    // @ts-expect-error no such right
    operation({ ...common, access: { domain: 'Feature', right: 'X' }, method: 'GET', path: '/', response: object({}) })
    // @ts-expect-error every operation answers something
    operation({ ...common, method: 'GET', path: '/' })
  })
})
