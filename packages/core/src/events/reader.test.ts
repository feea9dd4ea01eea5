import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { KEEP_ALIVE, keys, setUp, textOf } from './broadcast.fixture.ts'

/** Where replays begin: before every event, at an id at which nothing else reads. */
const after = 1

describe('after a replay', () => {
  it('an event committed at the end of the replay is not missed', async () => {
    const { commit, open } = await setUp((store) => ({
      async *read(options) {
        yield* store.read(options)
        if (options.after === after) await commit(['late'])
      },
    }))
    await commit(['a'])
    expect(await keys(await open({ after }), 2)).toEqual(['a', 'late'])
  })

  it('an event read before its notification is not sent twice', async () => {
    let isDeaf = false
    const { commit, open, memory } = await setUp((store) => ({
      watch: (listener) => store.watch(() => !isDeaf && listener()),
    }))
    await commit(['a'])
    isDeaf = true
    await memory.commit([], [{ type: 'FEATURE_CREATED', key: 'b', domain: 'Feature', payload: '', timestamp: '' }])
    const reader = await open({ after })
    expect(await keys(reader, 2)).toEqual(['a', 'b'])
    const next = keys(reader, 1)
    isDeaf = false
    await commit(['c'])
    expect(await next).toEqual(['c'])
  })

  it('of an empty log, the store is not read again', async () => {
    let reads = 0
    const { commit, open, memory } = await setUp((store) => ({
      async *read(options) {
        if (options.after === after && ++reads > 3) throw new Error('Asked again and again')
        yield* store.read(options)
      },
    }))
    await commit(['forgotten'])
    await memory.trim(new Date(Date.now() + 1000))
    const reader = await open({ after })
    expect(await textOf(reader)).toBe(KEEP_ALIVE)
    const next = keys(reader, 1)
    await commit(['a'])
    expect(await next).toEqual(['a'])
    expect(reads).toBe(1)
  })
})

describe('a stream ends', () => {
  const ends = ({ key }: ChangeEvent) => key === 'end'

  it('before the event that revokes the right to read, and after all earlier events', async () => {
    const { commit, open, ended } = await setUp()
    const reader = await open({ ends })
    await commit(['a', 'end', 'b'])
    expect(await keys(reader, 1)).toEqual(['a'])
    expect((await reader.read()).done).toBe(true)
    expect(ended()).toBe(1)
  })

  it('there, too, if it is read late or replayed, but not at an earlier such event', async () => {
    const { commit, open, memory } = await setUp((store) => ({
      async *read(options) {
        await setImmediate()
        yield* store.read(options)
      },
    }))
    await commit(['end', 'a'])
    const replayed = await open({ ends, after: (await memory.head()) - 2 })
    await commit(['b', 'end', 'c'])
    expect(await keys(replayed, 3)).toEqual(['end', 'a', 'b'])
    expect((await replayed.read()).done).toBe(true)
  })

  it('when it is cancelled, without leftovers', async () => {
    const { open, ended, commit } = await setUp()
    const reader = await open()
    await reader.cancel()
    expect(ended()).toBe(1)
    await commit(['a'])
  })

  it('with the failure of a replay, which is reported', async () => {
    const { commit, open, ended } = await setUp((store) => ({
      async *read(options) {
        if (options.after === 1) throw new Error('the store is gone')
        yield* store.read(options)
      },
    }))
    await commit(['a'])
    const reader = await open({ after: 1, onFailure: (error) => new Error('told', { cause: error }) })
    await reader.read()
    await expect(reader.read()).rejects.toThrow('told')
    expect(ended()).toBe(1)
  })
})
