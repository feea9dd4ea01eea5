import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createSignalbox } from '@signalbox/core'
import { expect, onTestFinished, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { openSqlite } from '../sqlite/open.ts'
import { idsIn } from './file-sink.fixture.ts'

const KILLS = 3

test('processes that lead a sink are killed, and the destination has each event once, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  const [path, file] = [join(folder, 'killed.db'), join(folder, 'audit.log')]
  const store = await openSqlite(path)
  const box = createSignalbox({ store })
  const running = new Map<string, ReturnType<typeof start>>()
  onTestFinished(async () => {
    for (const { kill } of running.values()) await kill()
    await box.close()
    rmSync(folder, { recursive: true })
  })
  let leader = ''

  function start(name: string) {
    const program = join(import.meta.dirname, 'leader.fixture.ts')
    const child = spawn(process.execPath, [...importing, program, path, file], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit')
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      if (line !== 'ready') leader = name
    })
    return {
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  let isOver = false
  let count = 0
  const writing = (async () => {
    while (!isOver) {
      await box.configs.create({ body: { id: `c${count++}`, value: count } })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  for (const name of ['one', 'two']) running.set(name, start(name))
  for (let kills = 0; kills < KILLS; kills++) {
    const before = idsIn(file).length
    await expect.poll(() => idsIn(file).length).toBeGreaterThan(before + 20)
    const killed = leader
    await running.get(killed)?.kill()
    running.set(killed, start(killed))
  }
  const before = idsIn(file).length
  await expect.poll(() => idsIn(file).length).toBeGreaterThan(before)
  isOver = true
  await writing
  const logged: number[] = []
  for await (const { _id } of store.read({ after: 0 })) logged.push(_id)
  await expect.poll(() => idsIn(file).length).toBeGreaterThanOrEqual(logged.length)
  expect(idsIn(file)).toEqual(logged)
})
