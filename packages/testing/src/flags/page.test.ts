import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../docs/flags.md', import.meta.url), 'utf8')
const program = /```ts\n(import assert from .*?)```/s.exec(page)?.[1] ?? ''

/** Runs a program on Node alone, its tests with node:test. */
async function run(text: string): Promise<{ passed: number; failed: number; said: string }> {
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
  return { passed: count('pass'), failed: count('fail'), said: stdout }
}

it('the example of the page passes under node:test, with a reset for each test', async () => {
  expect(await run(program)).toMatchObject({ passed: 5, failed: 0 })
})

it('without the afterEach of node:test nothing is reset', async () => {
  const { failed } = await run(program.replace(', { afterEach }', '').replace('  { afterEach },\n', ''))
  expect(failed).toBeGreaterThan(0)
})

it('a misspelled key fails the program of the guide, and the message names the nearest key', async () => {
  const guide = readFileSync(new URL('../../../docs/pages/guides/testing.md', import.meta.url), 'utf8')
  expect(guide).toContain(
    'A misspelled key fails the test, in the code under test too, and the message names the nearest key.',
  )
  const program = /```ts\n(import assert from .*?)```/s.exec(guide)?.[1] ?? ''
  expect(await run(program)).toMatchObject({ passed: 2, failed: 0 })
  const misspelled = await run(program.replace("isActive('shop:express'", "isActive('shop:expres'"))
  expect(misspelled).toMatchObject({ passed: 0, failed: 2 })
  expect(misspelled.said).toContain('did you mean shop:express?')
})
