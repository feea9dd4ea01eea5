import { describe, expect, it } from 'vitest'
import { createIndexes, type IndexTables } from './indexes.ts'

const closed = new Error('The store is closed')

/** Indexes of tables whose calls end when the test says so. */
function open() {
  const pending = new Map<string, PromiseWithResolvers<unknown>>()
  const reports: unknown[] = []
  const waiting = (name: string) => () => {
    const call = Promise.withResolvers<unknown>()
    pending.set(name, call)
    return call.promise
  }
  const tables = { look: waiting('look'), build: waiting('build') } as unknown as IndexTables
  const indexes = createIndexes(tables, (error) => reports.push(error))
  /** The call with this name, once it was made. */
  async function call(name: string): Promise<PromiseWithResolvers<unknown>> {
    await expect.poll(() => pending.has(name)).toBe(true)
    return pending.get(name) as PromiseWithResolvers<unknown>
  }
  return { indexes, call, pending, reports }
}

describe('closing while an index is built', () => {
  it('reports nothing, although the step fails', async () => {
    const { indexes, call, reports } = open()
    const found = indexes.find('features', 'description')
    ;(await call('look')).resolve([undefined])
    const build = await call('build')
    const ended = indexes.close()
    build.reject(closed)
    await ended
    expect(await found).toBeUndefined()
    expect(reports).toEqual([])
  })

  it('begins no further step', async () => {
    const { indexes, call, pending, reports } = open()
    const found = indexes.find('features', 'description')
    const look = await call('look')
    const ended = indexes.close()
    look.resolve([undefined])
    await ended
    expect(await found).toBeUndefined()
    expect(pending.has('build')).toBe(false)
    expect(reports).toEqual([])
  })
})

it('a step that fails is reported once', async () => {
  const { indexes, call, pending, reports } = open()
  for (const _ of [1, 2]) {
    pending.clear()
    const found = indexes.find('features', 'description')
    ;(await call('look')).resolve([undefined])
    ;(await call('build')).reject(closed)
    expect(await found).toBeUndefined()
  }
  expect(reports).toEqual([closed])
})
