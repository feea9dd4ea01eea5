import { describe, expect, it } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

/** Work that ends on demand, and a list of what has started. */
function workshop(atOnce: number) {
  const inTurn = createOneByOne(atOnce)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (name: string, what = name) =>
    inTurn(
      name,
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(what)
          ends.set(what, (error) => (error ? reject(error) : resolve(what)))
        }),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends a started piece of work, and lets its successor start. */
  const end = async (what: string, error?: Error) => {
    await settle()
    ends.get(what)?.(error)
    await settle()
  }
  return { ask, end, started }
}

describe('one-by-one execution', () => {
  it('runs work of different names concurrently, up to the limit', async () => {
    const { ask, end, started } = workshop(2)
    for (const name of ['a', 'b', 'c']) void ask(name)
    await end('')
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('runs work of one name one at a time, and names take turns', async () => {
    const { ask, end, started } = workshop(1)
    for (const what of ['a1', 'a2', 'a3']) void ask('a', what)
    void ask('b', 'b1')
    for (const what of ['a1', 'b1', 'a2', 'a3']) await end(what)
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('continues if work fails, and rejects its promise', async () => {
    const { ask, end, started } = workshop(1)
    const failed = ask('a', 'a1')
    const next = ask('a', 'a2')
    await end('')
    await Promise.all([expect(failed).rejects.toThrow('broken'), end('a1', new Error('broken'))])
    await end('a2')
    expect(await next).toBe('a2')
    expect(started).toEqual(['a1', 'a2'])
  })
})
