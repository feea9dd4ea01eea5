import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { authority } from '../callers/authority.ts'
import { owner } from '../callers/caller.ts'
import { failure, problem } from '../errors/errors.ts'
import { createCommits, type Judge, type Judged, type Standing } from './commit.ts'

const kinds = [{ plural: 'flags', domain: 'Flag' }]
const others: Record<string, Standing> = {
  'flag-parts': { of: 'Flag', idOf: (key) => key.slice(0, key.indexOf('/')) },
  marks: 'bookkeeping',
}
const call = { caller: owner }
const put = (collection: string, key: string, value: unknown, expected: string | null = null) =>
  ({ op: 'put', collection, key, value, expected }) as const

function over(judge?: Judge) {
  const store = memoryStore()
  const judged: Judged[] = []
  const watching: Judge = (one) => {
    judged.push(one)
    return judge?.(one) ?? []
  }
  return { store, judged, ...createCommits({ store, kinds, others, judges: [watching] }) }
}

describe('a commit', () => {
  it('shows judges the records it writes, their parts as those of the record, and no bookkeeping', async () => {
    const { commit, judged, store } = over()
    await commit(call, [put('flags', 'a', { on: true }), put('flag-parts', 'a/1', 'x'), put('marks', 'a', 1)], [])
    expect(judged[0]?.writes).toEqual([
      { domain: 'Flag', id: 'a', collection: 'flags', next: { on: true }, was: undefined },
      { domain: 'Flag', id: 'a', collection: 'flag-parts', next: 'x', was: undefined },
    ])
    const expected = (await store.get('flags', 'a'))?.version as string
    await commit(call, [{ op: 'delete', collection: 'flags', key: 'a', expected, was: { on: true } }], [])
    expect(judged[1]?.writes).toEqual([
      { domain: 'Flag', id: 'a', collection: 'flags', next: undefined, was: { on: true } },
    ])
  })

  it('stores changes without the records that they replace', async () => {
    const { commit, store } = over()
    const seen: unknown[] = []
    const watched = {
      ...store,
      commit: (...[changes, events]: Parameters<typeof store.commit>) => {
        seen.push(...changes)
        return store.commit(changes, events)
      },
    }
    const own = createCommits({ store: watched, kinds, others, judges: [] })
    await commit(call, [put('flags', 'a', 1)], [])
    const version = (await store.get('flags', 'a'))?.version as string
    await own.commit(call, [{ ...put('flags', 'a', 2, version), was: 1 }], [])
    expect(seen).toEqual([put('flags', 'a', 2, version)])
  })

  it('tells judges the authority of the call', async () => {
    const { commit, judged } = over()
    await commit({ ...call, [authority]: { by: 'a proposal' } }, [put('flags', 'a', 1)], [])
    expect(judged[0]?.authority).toEqual({ by: 'a proposal' })
  })

  it('writes nothing if a judge refuses', async () => {
    const { commit, store } = over(() => {
      throw failure('FORBIDDEN', 'Not today', problem('error.protected'))
    })
    await expect(commit(call, [put('flags', 'a', 1), put('marks', 'a', 1)], [])).rejects.toThrow('Not today')
    expect([await store.get('flags', 'a'), await store.get('marks', 'a'), await store.head()]).toEqual([
      undefined,
      undefined,
      0,
    ])
  })

  it('is judged again if what a judge relied on has changed, and conflicts keep their places', async () => {
    let tries = 0
    const scene = over(() => {
      tries++
      return [{ op: 'check', collection: 'flags', key: 'b', expected: tries < 3 ? 'gone' : null }]
    })
    const committed = await scene.commit(call, [put('flags', 'a', 1)], [])
    expect([tries, 'versions' in committed && committed.versions.length]).toEqual([3, 1])
    expect(await scene.commit(call, [put('marks', 'x', 1), put('flags', 'a', 2)], [])).toEqual({ conflict: 1 })
  })

  it('throws for a replaced record that it is not given, and for collections that are not declared', async () => {
    const { commit, note } = over()
    await expect(commit(call, [put('flags', 'a', 1, 'v')], [])).rejects.toThrow('lacks the record that it replaces')
    await expect(commit(call, [put('unknown', 'a', 1)], [])).rejects.toThrow('The collection unknown is not declared')
    await expect(note([put('unknown', 'a', 1)])).rejects.toThrow('The collection unknown is not declared')
    await expect(note([put('toString', 'a', 1)])).rejects.toThrow('The collection toString is not declared')
  })
})

describe('a note', () => {
  it('takes bookkeeping, and may check records', async () => {
    const { note, store, judged } = over()
    await note([put('marks', 'a', 1), { op: 'check', collection: 'flags', key: 'a', expected: null }])
    expect((await store.get('marks', 'a'))?.value).toBe(1)
    expect(judged).toEqual([])
  })

  it.each(['flags', 'flag-parts'])('throws for %s', async (collection) => {
    const { note, store } = over()
    await expect(note([put('marks', 'a', 1), put(collection, 'a/1', 1)])).rejects.toThrow('commit its changes')
    expect(await store.get('marks', 'a')).toBeUndefined()
  })
})
