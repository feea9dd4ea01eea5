import { describe, expect, it } from 'vitest'
import { type CallContext, type CallOptions, type Contract, eventStream, operation } from '../../operation.ts'
import { bind } from '../calls/bind.ts'
import { Type } from '../schema/schema.ts'
import { answered, isAnswer, mapAnswer, type Told } from './answer.ts'
import { answerOf, etagOf, handOut, importCounts, sessionTold, startOf } from './result-metadata.ts'

const counts = { created: 1, replaced: 2, kept: 3 }
const told = { version: '17', session: 'token', counts, start: 5 } satisfies Told
const ask = (value: object) => [etagOf(value), sessionTold(value), importCounts(value), startOf(value)]
const all = ['"17"', 'token', counts, 5]
const nothing = [undefined, undefined, undefined, undefined]

describe('an answer', () => {
  it('survives a spread', () => {
    const answer = answered({ id: 'a' }, told)
    const copy = { ...answer, value: { id: 'b' } }
    expect(isAnswer(copy)).toBe(true)
    expect(ask(handOut(copy))).toEqual(all)
    expect(handOut({ ...answer, session: '' })).toBe(answer.value)
    expect(sessionTold(answer.value)).toBe('')
  })

  it('keeps its metadata when its value is mapped, synchronously or not', async () => {
    const mapped = await mapAnswer(answered(1, told), (n) => n + 1)
    expect(mapped).toEqual(answered(2, told))
    const later = await mapAnswer(Promise.resolve(mapped), async (n) => ({ n }))
    expect(handOut(later)).toEqual({ n: 2 })
    expect(ask(later.value)).toEqual(all)
  })

  it.each([
    ['a record that looks like one', { value: { id: 'a' }, version: '17', session: 'forged' }],
    ['one that went through JSON', JSON.parse(JSON.stringify(answered({ id: 'a' }, told)))],
    ['a text', 'text'],
    ['nothing', undefined],
    ['null', null],
  ])('is not %s', (_, value) => {
    expect(isAnswer(value)).toBe(false)
    expect(handOut(value)).toBe(value)
    expect(answerOf(value)).toEqual(answered(value))
  })
})

describe('a plain value with metadata', () => {
  it('is the plain value, with metadata by identity', () => {
    const value = handOut(answered({ id: 'a' }, told))
    expect(Reflect.ownKeys(value)).toEqual(['id'])
    expect(ask(value)).toEqual(all)
    expect(answerOf(value)).toEqual(answered(value, told))
  })

  it('has the latest metadata', () => {
    const value = handOut(answered({ id: 'a' }, told))
    handOut(answered(value, { version: '18' }))
    expect(ask(value)).toEqual(['"18"', undefined, undefined, undefined])
    handOut(answered(value))
    expect(ask(value)).toEqual(nothing)
  })

  it('has no metadata as a copy or an equal value', () => {
    const value = handOut(answered({ id: 'a' }, told))
    expect(ask({ ...value })).toEqual(nothing)
    expect(ask({ id: 'a' })).toEqual(nothing)
  })

  it('has no metadata as part of another value', () => {
    const value = handOut(answered({ id: 'a' }, told))
    const around = handOut(answered({ inner: value }))
    expect(ask(around)).toEqual(nothing)
    expect(ask(around.inner)).toEqual(all)
  })

  it('can be a primitive, which has no metadata', () => {
    expect(handOut(answered('text', told))).toBe('text')
    expect(handOut(answered(null, told))).toBeNull()
    expect(ask(Object('text') as object)).toEqual(nothing)
  })
})

describe('a call', () => {
  const get = { method: 'GET', access: 'open', summary: 'Get', response: Type.Object({ id: Type.String() }) } as const
  const contract = {
    told: operation({ ...get, path: '/told' }),
    plain: operation({ ...get, path: '/plain' }),
    events: operation({ ...get, path: '/events', response: eventStream(Type.Unknown()) }),
  } satisfies Contract

  function bound() {
    const calls: CallContext[] = []
    async function* events() {
      yield 1
    }
    const api = bind(contract, {
      async told(_, call) {
        calls.push(call)
        return answered({ id: 'a' }, told)
      },
      plain: async () => ({ id: 'b' }),
      events: async () => answered(events(), { start: 5 }),
    })
    return { api, calls }
  }

  it('in process resolves with the plain value', async () => {
    const { api } = bound()
    const record = await api.told()
    expect(record).toEqual({ id: 'a' })
    expect(ask(record)).toEqual(all)
    expect(ask(await api.plain())).toEqual(nothing)
  })

  it('resolves with the answer if the host requests it', async () => {
    const { api, calls } = bound()
    const options: CallOptions = { asAnswer: true, lastEventId: 3 }
    expect(await api.told({}, options)).toEqual(answered({ id: 'a' }, told))
    expect(await api.plain({}, options)).toEqual(answered({ id: 'b' }))
    expect(calls[0]).toEqual({ lastEventId: 3, caller: expect.anything() })
  })

  it('for an answer leaves no metadata on its value', async () => {
    const answer = (await bound().api.told({}, { asAnswer: true })) as unknown as ReturnType<typeof answered<object>>
    expect(ask(answer.value)).toEqual(nothing)
  })

  it('streams the plain values, with their start', async () => {
    const { api } = bound()
    const values: unknown[] = []
    for await (const value of api.events()) values.push(value)
    expect(values).toEqual([1])
    expect(startOf(await api.events())).toBe(5)
  })
})
