import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { memoryStore } from '@signalbox/core'
import { expect, it } from 'vitest'
import { halves } from './flags.fixture.ts'
import { unsteadyServer } from './unsteady.fixture.ts'

it('closed flags leave no timer behind, and the program ends by itself', async () => {
  const server = await unsteadyServer()
  await server.kill()
  const box = await server.start(memoryStore())
  await box.experiments.create({ body: halves('exp') })
  const program = fileURLToPath(new URL('closed.fixture.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@signalbox/source',
    program,
    server.url,
  ])
  const { status, active } = JSON.parse(stdout) as { status: string; active: string[] }
  expect(status).toBe('closed')
  expect(active.filter((name) => /Timeout|Timer/.test(name))).toEqual([])
  const { results } = await box.experiments.results({ id: 'exp' })
  expect(results.reduce((sum, { displayed }) => sum + displayed, 0)).toBe(1)
})
