import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Change } from '../ports.ts'
import { memoryStore } from './store.ts'

const key = fc.integer({ min: 0, max: 400 }).map((n) => `k${n}`)
const step = fc.record({ op: fc.constantFrom('put', 'put', 'delete', 'deletePrefix'), key })

it('a late part of a scan equals that part of the whole scan, after any writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 400 }),
      fc.array(fc.tuple(step, fc.integer({ min: 0, max: 420 })), { maxLength: 20 }),
      async (size, steps) => {
        const store = memoryStore()
        const put = (at: string): Change => ({ op: 'put', collection: 'c', key: at, value: at })
        await store.commit(
          Array.from({ length: size }, (_, n) => put(`k${n}`)),
          [],
        )
        const keys = async (skip: number, limit: number) => {
          const found: string[] = []
          for await (const one of store.scan('c', { skip, limit })) found.push(one.key)
          return found
        }
        for (const [{ op, key: at }, skip] of steps) {
          const change = op === 'put' ? put(at) : op === 'delete' ? { op, collection: 'c', key: at } : undefined
          await store.commit([change ?? { op: 'deletePrefix', collection: 'c', prefix: `${at}0` }] as Change[], [])
          expect(await keys(skip, 15)).toEqual((await keys(0, 1000)).slice(skip, skip + 15))
        }
      },
    ),
    { numRuns: 50 },
  )
})
