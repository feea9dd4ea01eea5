import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../docs/flags.md', import.meta.url), 'utf8')
const program = /```ts\n(import assert from .*?)```/s.exec(page)?.[1] ?? ''

/** Runs a program on Node alone, its tests with node:test. */
async function run(text: string): Promise<{ passed: number; failed: number }> {
  const flags = [
    '--conditions=@signalbox/source',
    '--test-reporter=tap',
    '--input-type=module-typescript',
    '--eval',
    text,
  ]
  const { NODE_OPTIONS: _ours, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname, env }).catch(
    (failure: { stdout: string }) => failure,
  )
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { passed: count('pass'), failed: count('fail') }
}

it('the example of the page passes under node:test, with a reset for each test', async () => {
  expect(await run(program)).toEqual({ passed: 5, failed: 0 })
})

it('without the afterEach of node:test nothing is reset', async () => {
  const { failed } = await run(program.replace(', { afterEach }', '').replace('  { afterEach },\n', ''))
  expect(failed).toBeGreaterThan(0)
})
