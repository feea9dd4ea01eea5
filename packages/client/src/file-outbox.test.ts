import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, symlinkSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryStore, type SignalboxApi, SignalboxError } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Queued } from './index.ts'
import { controlled } from './live/controlled.fixture.ts'
import { flagsOf, halves, quickWait, readyFlags } from './live/flags.fixture.ts'
import { unsteadyServer } from './live/unsteady.fixture.ts'
import { fileOutbox } from './node.ts'

async function fileOf(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, ...names)
}

async function countsOf(box: SignalboxApi) {
  const { results } = await box.experiments.results({ id: 'exp' })
  const sum = (name: 'displayed' | 'won' | 'converted') => results.reduce((total, one) => total + one[name], 0)
  return { displayed: sum('displayed'), won: sum('won'), converted: sum('converted') }
}

/** Starts a program that queues for `clients` clients, or, with 0, sends what is left. */
function program(url: string, path: string, clients = 0): ChildProcess {
  const file = fileURLToPath(new URL('outbox-program.fixture.ts', import.meta.url))
  const flags = ['--conditions=@signalbox/source', file, url, path, `${clients}`]
  const { NODE_OPTIONS: _ours, ...env } = process.env
  const child = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  expect(await gone).toEqual([null, 'SIGKILL'])
}

async function serve() {
  const store = memoryStore()
  const server = await unsteadyServer(store)
  await server.kill()
  const box = await server.start(store)
  await box.experiments.create({ body: halves('exp') })
  return { store, server }
}

describe('what a program queued before it was killed', () => {
  it('while the server was unreachable is sent by the next program, each once and in order', async () => {
    const { store, server } = await serve()
    await server.kill()
    const path = await fileOf('deep', 'outbox.ndjson')
    const first = program(server.url, path, 20)
    await once(first.stdout!, 'data')
    await kill(first)
    const box = await server.start(store)
    expect(await countsOf(box)).toEqual({ displayed: 0, won: 0, converted: 0 })
    expect(await once(program(server.url, path), 'exit')).toEqual([0, null])
    expect(await countsOf(box)).toEqual({ displayed: 20, won: 20, converted: 20 })
    expect(statSync(path).size).toBe(0)
  })

  it('and the server counted without a response is counted once', async () => {
    const { store, server } = await serve()
    server.turn('cutting')
    const path = await fileOf('outbox.ndjson')
    const first = program(server.url, path, 3)
    await server.meets('cutting', 12)
    await kill(first)
    await server.kill()
    server.turn('well')
    const box = await server.start(store)
    expect((await countsOf(box)).displayed).toBeGreaterThan(0)
    expect(await once(program(server.url, path), 'exit')).toEqual([0, null])
    expect(await countsOf(box)).toEqual({ displayed: 3, won: 3, converted: 3 })
  })
})

/** A server that can be taken away. */
async function away() {
  const { box } = createTestBox()
  await box.experiments.create({ body: halves('exp') })
  return { box, server: controlled(box) }
}

const queued = (name: string): Queued => ({
  kind: 'displayed',
  id: 'exp',
  clientId: name,
  idempotencyKey: `key ${name}`,
})

const leftIn = async (path: string) => fileOutbox(path).load(() => {})

describe('an outbox in a file', () => {
  it('keeps what could not be sent before flags were closed', async () => {
    const { box, server } = await away()
    const path = await fileOf('outbox.ndjson')
    server.goDown()
    const first = flagsOf(server.api, { wait: quickWait(), closeMs: 10, outbox: fileOutbox(path) })
    first.flags.displayed('exp', 'ann')
    first.flags.won('exp', 'ann')
    await first.flags.close()
    expect(first.reported.map(String)).toContainEqual(expect.stringContaining('2 displayed and won could not be sent'))
    expect(first.reported.map(String).join()).toContain('stay in the outbox for the next start')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    server.comeUp()
    const second = await readyFlags(server.api, { outbox: fileOutbox(path) })
    second.flags.displayed('exp', 'ben')
    await second.flags.flush()
    expect(await countsOf(box)).toEqual({ displayed: 2, won: 1, converted: 1 })
    expect(second.reported).toEqual([])
  })

  it('is sent before what is queued at once after a restart, and flushed with it', async () => {
    const { box, server } = await away()
    const path = await fileOf('outbox.ndjson')
    fileOutbox(path).add(queued('ann'))
    const first = flagsOf(server.api, { outbox: fileOutbox(path) })
    first.flags.won('exp', 'ann')
    await first.flags.flush()
    expect(await countsOf(box)).toEqual({ displayed: 1, won: 1, converted: 1 })
    expect(server.calls.filter((name) => /displayed|won/.test(name))).toEqual([
      'experiments.displayed',
      'experiments.won',
    ])
    fileOutbox(path).add(queued('ben'))
    await flagsOf(server.api, { outbox: fileOutbox(path) }).flags.flush()
    expect(await countsOf(box)).toMatchObject({ displayed: 2 })
  })

  it('keeps all entries over a restart with an API key that the server rejects', async () => {
    const { box, server } = await away()
    const path = await fileOf('outbox.ndjson')
    fileOutbox(path).add(queued('ann'))
    server.refuse = (name) => name !== 'health' && new SignalboxError('UNAUTHENTICATED', 'The secret is another one')
    const attempted = server.when('experiments.displayed')
    const mistaken = flagsOf(server.api, { wait: quickWait(), closeMs: 10, outbox: fileOutbox(path) })
    await attempted
    await mistaken.flags.close()
    expect(await leftIn(path)).toEqual([queued('ann')])
    server.refuse = () => false
    const { flags } = await readyFlags(server.api, { outbox: fileOutbox(path) })
    await flags.flush()
    expect(await countsOf(box)).toMatchObject({ displayed: 1 })
  })

  it('is not used by flags without a server', async () => {
    const path = await fileOf('outbox.ndjson')
    const store = fileOutbox(path)
    store.add(queued('ann'))
    const { flags } = await readyFlags(undefined, { outbox: fileOutbox(path) })
    flags.displayed('exp', 'ben')
    await flags.close()
    expect(await leftIn(path)).toEqual([queued('ann')])
  })

  it('that is truncated or has invalid lines is read as far as possible, and the rest is reported', async () => {
    const { box, server } = await away()
    const path = await fileOf('outbox.ndjson')
    const store = fileOutbox(path)
    for (const name of ['ann', 'ben', 'cid']) store.add(queued(name))
    store.remove(queued('ben'))
    await appendFile(
      path,
      '\nnot JSON\n7\nnull\n{"kind":"lost","id":"exp","clientId":"x","idempotencyKey":"y"}\n{"kind":"displayed","id":"ex',
    )
    const { flags, reported } = await readyFlags(server.api, { outbox: fileOutbox(path) })
    flags.won('exp', 'ann') // after the truncated line
    expect((await leftIn(path)).at(-1)).toMatchObject({ kind: 'won', clientId: 'ann' })
    await flags.flush()
    expect(await countsOf(box)).toEqual({ displayed: 2, won: 1, converted: 1 })
    expect(reported.map(String)).toEqual([expect.stringContaining('5 invalid lines')])
  })

  it('that cannot be opened does not stop the flags, and is reported once', async () => {
    const { box, server } = await away()
    const file = await fileOf('a file')
    await writeFile(file, '')
    const { flags, reported } = await readyFlags(server.api, { outbox: fileOutbox(join(file, 'outbox.ndjson')) })
    for (const name of ['ann', 'ben', 'cid']) flags.displayed('exp', name)
    await flags.flush()
    expect(await countsOf(box)).toMatchObject({ displayed: 3 })
    expect(reported.map(String)).toEqual([
      expect.stringMatching('The outbox cannot be read'),
      expect.stringMatching('The outbox cannot be written'),
    ])
  })

  it('on a full disk does not stop the flags, and is reported once', async () => {
    const { box, server } = await away()
    const path = await fileOf('outbox.ndjson')
    const { flags, reported } = await readyFlags(server.api, { outbox: fileOutbox(path) })
    symlinkSync('/dev/full', path)
    for (const name of ['ann', 'ben', 'cid']) flags.displayed('exp', name)
    await flags.flush()
    expect(await countsOf(box)).toMatchObject({ displayed: 3 })
    expect(reported).toEqual([
      expect.objectContaining({
        message: expect.stringMatching('The outbox cannot be written'),
        cause: expect.objectContaining({ code: 'ENOSPC' }),
      }),
    ])
  })

  it('does not grow with sent entries, even if others are always queued', async () => {
    const path = await fileOf('outbox.ndjson')
    const store = fileOutbox(path)
    store.load(() => {})
    store.add(queued('stuck'))
    const sizes: number[] = []
    for (let i = 0; i < 25_000; i++) {
      store.add(queued(`client ${i}`))
      store.remove(queued(`client ${i}`))
      if (i % 1000 === 0) sizes.push(statSync(path).size)
    }
    expect(Math.max(...sizes)).toBeLessThan(3_000_000)
    expect(sizes.at(-1)).toBeLessThan(Math.max(...sizes))
    expect(await leftIn(path)).toEqual([queued('stuck')])
    store.remove(queued('stuck'))
    expect(readFileSync(path, 'utf8')).toBe('')
    store.close?.()
  })
})
