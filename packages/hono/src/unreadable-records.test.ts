import { createSignalbox, memoryStore } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { mounted } from './mounted.fixture.ts'

const records = {
  features: [
    { id: 'moon', enabled: true, activationStrategy: 'MOON_PHASE' },
    { id: 'plain', enabled: true, activationStrategy: 'NO_STRATEGY' },
    {
      id: 'refers',
      enabled: true,
      activationStrategy: 'RULES',
      parameters: { rules: [{ when: { feature: 'moon', active: false } }], otherwise: false },
    },
  ],
  configs: [
    {
      id: 'limit',
      type: 'number',
      value: 3,
      rules: [{ when: { attribute: 'id', operator: 'resembles', value: 'a' }, value: 4 }],
    },
  ],
  segments: [{ id: 'staff', when: { attribute: 'id', operator: 'resembles', value: 'a' } }],
}

/** An app over records of a later version, and what was reported. */
async function app() {
  const store = memoryStore()
  for (const [collection, stored] of Object.entries(records))
    await store.commit(
      stored.map((value) => ({ op: 'put', collection, key: value.id, value })),
      [],
    )
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push((error as Error).message)
  const { call } = mounted({ box: createSignalbox({ store, report }), report })
  async function ask(path: string, json?: object) {
    const response = await call(json ? 'POST' : 'GET', path, { json })
    return { status: response.status, body: await response.json() }
  }
  return { ask, reported }
}

describe('features, configs and segments of a later version, over HTTP', () => {
  it('are inactive in checks, trees and lists, which answer all others', async () => {
    const { ask } = await app()
    expect(await ask('/api/features/moon/check')).toEqual({ status: 200, body: { active: false } })
    expect(await ask('/api/features/moon/check', { id: 'ann' })).toEqual({ status: 200, body: { active: false } })
    expect(await ask('/api/features/refers/check')).toEqual({ status: 200, body: { active: false } })
    const tree = { moon: { active: false }, plain: { active: true }, refers: { active: false } }
    expect(await ask('/api/tree/features')).toEqual({ status: 200, body: tree })
    expect(await ask('/api/features?active=true')).toMatchObject({
      status: 200,
      body: { results: records.features.map(({ id }) => ({ id, active: id === 'plain' })) },
    })
  })

  it('fail by themselves in OFREP: alone with 400, in bulk as one entry', async () => {
    const { ask } = await app()
    const context = { context: { targetingKey: 'ann' } }
    const [{ body: bulk, status }, moon, limit] = [
      await ask('/ofrep/v1/evaluate/flags', context),
      await ask('/ofrep/v1/evaluate/flags/moon', context),
      await ask('/ofrep/v1/evaluate/flags/limit', context),
    ]
    const [ofMoon, ofLimit] = ['moon', 'limit'].map((key) =>
      bulk.flags.find((flag: { key: string }) => flag.key === key),
    )
    expect([status, bulk.flags.length]).toEqual([200, 4])
    expect(ofMoon).toEqual({
      key: 'moon',
      errorCode: 'GENERAL',
      errorDetails: expect.stringMatching(/^Feature moon cannot be evaluated, so it is inactive: .* or replace it$/),
    })
    expect(ofLimit).toMatchObject({ errorCode: 'GENERAL', errorDetails: expect.stringContaining('Config limit') })
    expect(moon).toMatchObject({ status: 400, body: ofMoon })
    expect(limit).toMatchObject({ status: 400, body: ofLimit })
    expect(bulk.flags).toContainEqual(expect.objectContaining({ key: 'plain', value: true }))
  })

  it('are reported once each, whoever asks', async () => {
    const { ask, reported } = await app()
    for (let n = 0; n < 2; n++) {
      await ask('/api/tree/features')
      await ask('/ofrep/v1/evaluate/flags', { context: {} })
      await ask('/api/configs/_evaluate', {})
    }
    expect(reported).toEqual(
      ['Segment staff', 'Feature moon', 'Config limit'].map((name) =>
        expect.stringMatching(`^${name} cannot be evaluated, so .* Run the version of Signalbox that wrote it`),
      ),
    )
  })
})
