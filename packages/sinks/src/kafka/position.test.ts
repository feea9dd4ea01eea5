import { describe, expect, it } from 'vitest'
import { newestOf } from './position.ts'

const header = (name: string, value: string): [Buffer, Buffer] => [Buffer.from(name), Buffer.from(value)]
const record = (id: number) => ({
  key: null,
  headers: [header('signalbox-id', String(id)), header('signalbox-sink', 'audit')],
})
const plain = (...ids: number[]) => ({ attributes: 0, producerId: 1n, records: ids.map(record) })
const transactional = (producerId: bigint, ...ids: number[]) => ({
  attributes: 16,
  producerId,
  records: ids.map(record),
})
const marker = (producerId: bigint, type: 'abort' | 'commit') => ({
  attributes: 48,
  producerId,
  records: [{ key: Buffer.from([0, 0, 0, type === 'commit' ? 1 : 0]), headers: [] }],
})
const idOf = async (
  ...batches: Parameters<typeof newestOf>[0] extends AsyncIterable<infer B> | Iterable<infer B> ? B[] : never
) => (await newestOf(batches))?.id

describe('the newest event of a partition', () => {
  it('is that of the last committed transaction', async () => {
    expect(await idOf(transactional(1n, 1, 2), transactional(1n, 3), marker(1n, 'commit'))).toBe(3)
  })

  it('is none of an aborted transaction, nor of one without an end', async () => {
    const committed = [transactional(1n, 1, 2), marker(1n, 'commit')]
    expect(await idOf(...committed, transactional(1n, 3), marker(1n, 'abort'))).toBe(2)
    expect(await idOf(...committed, transactional(1n, 3), marker(1n, 'abort'), transactional(2n, 3))).toBe(2)
  })

  it('is found among transactions of several producers at once', async () => {
    expect(await idOf(transactional(1n, 5), transactional(2n, 6), marker(2n, 'abort'), marker(1n, 'commit'))).toBe(5)
  })

  it('counts at once without transactions, and records without an id never count', async () => {
    expect(await idOf(plain(1, 2), { attributes: 0, producerId: 9n, records: [{ key: null, headers: [] }] })).toBe(2)
    expect(await idOf(marker(1n, 'commit'))).toBeUndefined()
  })
})
