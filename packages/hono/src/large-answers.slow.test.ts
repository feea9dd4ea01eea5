import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { toHono } from './index.ts'
import { generatedStore } from './large-answers.fixture.ts'

const calls = [
  'GET /api/tree/features',
  'POST /api/tree/features',
  'GET /api/features?render=tree',
  'GET /api/features?render=tree&active=true',
  'POST /ofrep/v1/evaluate/flags',
  'GET /api/tree/configs',
]

/** A box with `count` features and configs, over HTTP. */
function mounted(count: number) {
  const box = createSignalbox({ store: generatedStore(count) })
  const app = toHono(box, { access: 'open' })
  const ask = (call: string, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const body = method === 'POST' ? { body: '{}' } : {}
    return app.request(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, ...body })
  }
  return { box, app, ask }
}

/** How many turns the event loop gives to other work while a promise is pending. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const take = () => {
    turns++
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  await work()
  isOver = true
  return turns
}

describe('a response with fifty thousand records', () => {
  const { box, ask } = mounted(50_000)

  it.each(calls)('%s yields the thread repeatedly', async (call) => {
    await box.ready()
    expect(await turnsDuring(async () => (await ask(call)).text())).toBeGreaterThan(90)
  })

  it.each([
    ['box.features.tree', () => box.features.tree()],
    ['box.features.nested', () => box.features.nested()],
    ['box.ofrep.evaluateAll', () => box.ofrep.evaluateAll()],
    ['box.configs.tree', () => box.configs.tree()],
  ])('%s does so in process, too', async (_, call) => {
    await box.ready()
    expect(await turnsDuring(call)).toBeGreaterThan(90)
  })

  it('needs little memory: four of them fit in a small heap', async () => {
    const program = join(import.meta.dirname, 'large-answers-program.fixture.ts')
    const flags = ['--conditions=@signalbox/source', '--max-old-space-size=90', '--no-warnings']
    const answered = calls.filter((call) => !/^POST .*tree|active/.test(call))
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, '50000', ...answered])
    expect(Object.values(JSON.parse(stdout))).toEqual(answered.map(() => expect.any(Number)))
    expect(JSON.parse(stdout)['POST /ofrep/v1/evaluate/flags']).toBeGreaterThan(50_000_000)
  })
})

describe('a large response', () => {
  it('has the same content as in process', async () => {
    const { box, ask } = mounted(3_000)
    const read = async (call: string) => (await ask(call)).json()
    expect(await read('GET /api/tree/features')).toEqual(await box.features.tree())
    expect(await read('GET /api/features?render=tree&active=true')).toEqual(await box.features.nested({ active: true }))
    expect(await read('GET /api/tree/configs')).toEqual(await box.configs.tree())
    expect(await read('POST /ofrep/v1/evaluate/flags')).toEqual(await box.ofrep.evaluateAll())
  })

  it.each([3, 3_000])('of %i flags has an entity tag, and is 304 for clients that have it', async (count) => {
    const { box, ask } = mounted(count)
    const first = await ask('POST /ofrep/v1/evaluate/flags')
    const tag = first.headers.get('ETag') ?? ''
    const text = await first.text()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(tag).toBe(`"${Buffer.from(digest).toString('hex')}"`)
    const again = await ask('POST /ofrep/v1/evaluate/flags', { 'If-None-Match': tag })
    expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, ''])
    await box.features.import({ body: [{ id: 'z', enabled: true, activationStrategy: 'NO_STRATEGY' }] })
    const changed = await ask('POST /ofrep/v1/evaluate/flags', { 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(tag)
  })

  it('of flags is a consistent snapshot', async () => {
    const { box, ask } = mounted(3_000)
    const answer = await ask('POST /ofrep/v1/evaluate/flags')
    const reader = answer.body!.getReader()
    const { value: head } = await reader.read()
    await box.features.import({ body: [{ id: 'z', enabled: true, activationStrategy: 'NO_STRATEGY' }] })
    const chunks = [head!]
    for (let step = await reader.read(); !step.done; step = await reader.read()) chunks.push(step.value)
    const { flags } = JSON.parse(Buffer.concat(chunks).toString())
    expect(flags).toHaveLength(3_000)
  })

  it('waits for its reader, and ends with it', async () => {
    let scanned = 0
    let isEnded = false
    const store = generatedStore(50_000)
    const counting = {
      ...store,
      async *scan(collection: string) {
        try {
          for await (const entry of store.scan(collection)) {
            scanned++
            yield entry
          }
        } finally {
          isEnded = true
        }
      },
    }
    const app = toHono(createSignalbox({ store: counting }), { access: 'open' })
    const answer = await app.request('/api/tree/configs')
    const reader = answer.body!.getReader()
    await reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    expect(scanned).toBeLessThan(1_000)
    await reader.cancel()
    expect(isEnded).toBe(true)
  })

  it('fails with an error before it starts, and is aborted later', async () => {
    const failing = (after: number) => ({
      ...generatedStore(after),
      async *scan(collection: string) {
        yield* generatedStore(after).scan(collection)
        throw new Error('The disk is gone')
      },
    })
    const reported: unknown[] = []
    const options = { access: 'open', report: (error: unknown) => reported.push(error) } as const
    const early = await toHono(createSignalbox({ store: failing(1) }), options).request('/api/tree/configs')
    expect(early.status).toBe(500)
    const late = await toHono(createSignalbox({ store: failing(2_000) }), options).request('/api/tree/configs')
    expect(late.status).toBe(200)
    await expect(late.text()).rejects.toThrow('The response was aborted')
    expect(reported).toEqual([expect.any(Error), expect.any(Error)])
  })
})
