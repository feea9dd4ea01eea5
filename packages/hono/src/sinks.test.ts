import type { ChangeEvent } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mounted, pair, seeded } from './access.fixture.ts'

/** An app whose instance copies events to a list. */
async function withSink() {
  const events: ChangeEvent[] = []
  const last = () => events.at(-1)?._id ?? 0
  const sink = {
    kind: 'list',
    position: async () => last(),
    append: async (batch: readonly unknown[]) => void events.push(...(batch as ChangeEvent[])),
    close: async () => {},
  }
  const box = await seeded({ sinks: { audit: { sink, domains: ['Feature'] } } })
  onTestFinished(() => box.close())
  await expect.poll(() => events.length).toBe(1)
  return { box, events, last, call: mounted(box) }
}

describe('sinks over HTTP', () => {
  it('are listed with how far they have got', async () => {
    const { call, last } = await withSink()
    const list = async () => {
      const answer = await call('GET', '/api/sinks', { headers: pair('admin') })
      return [answer.status, await answer.json()]
    }
    const audit = { id: 'audit', kind: 'list', state: 'running', isLeader: true, position: last(), behind: 0, lag: 0 }
    await expect.poll(list).toEqual([200, { results: [audit] }])
  })

  it('get a snapshot of all records on demand', async () => {
    const { call, events } = await withSink()
    const answer = await call('POST', '/api/sinks/audit/_resync', { headers: pair('admin') })
    expect(answer.status).toBe(200)
    const { records, from } = (await answer.json()) as { records: number; from: number }
    await expect.poll(() => events.at(-1)?.type).toBe('SNAPSHOT_ENDED')
    expect(events.slice(1).map(({ type, key }) => `${type} ${key}`)).toEqual([
      'SNAPSHOT_BEGAN audit',
      'FEATURE_SNAPSHOT a:x',
      'SNAPSHOT_ENDED audit',
    ])
    expect([records, from]).toEqual([1, events[1]?._id])
  })

  it('that do not exist are 404', async () => {
    const { call } = await withSink()
    expect((await call('POST', '/api/sinks/other/_resync', { headers: pair('admin') })).status).toBe(404)
  })

  it('are only for admins', async () => {
    const { call, box } = await withSink()
    const clientSecret = 'a secret of sixteen letters'
    await box.apiKeys.create({
      body: {
        clientId: 'flags',
        name: 'flags',
        clientSecret,
        authorizedPatterns: [{ pattern: '*', rights: ['R', 'U'] }],
      },
    })
    const headers = { 'Service-Client-Id': 'flags', 'Service-Client-Secret': clientSecret }
    const statuses = await Promise.all([
      call('GET', '/api/sinks', { headers }),
      call('POST', '/api/sinks/audit/_resync', { headers }),
      call('GET', '/api/sinks', {}),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401])
  })

  it('leave no trace of snapshots in streams and in history', async () => {
    const { call, box, events } = await withSink()
    await call('POST', '/api/sinks/audit/_resync', { headers: pair('admin') })
    await expect.poll(() => events.at(-1)?.type).toBe('SNAPSHOT_ENDED')
    const { results } = await box.events.history()
    expect(results.map(({ domain }) => domain)).not.toContain('Sink')
    expect((await call('GET', '/api/events?domains=Sink', { headers: pair('admin') })).status).toBe(400)
  })
})
