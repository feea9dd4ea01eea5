import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```ts\n(.*?)```\n\n```text\n(.*?)```/gs)].map(
  ([, program = '', printed = '']) => ({
    program,
    printed,
  }),
)

/** The same with time for machines that are busy. */
const patient = (program: string) =>
  program
    .replaceAll('scriptEngine({ ', 'scriptEngine({ wallMs: 60_000, ')
    .replaceAll('scriptEngine()', 'scriptEngine({ wallMs: 60_000 })')

it.each(examples)('example %# of the README prints what it says', async ({ program, printed }) => {
  const flags = [
    '--conditions=@signalbox/source',
    '--no-warnings',
    '--input-type=module-typescript',
    '--eval',
    patient(program),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname, timeout: 60_000 })
  expect(stdout).toBe(printed)
})

it('the README has examples', () => {
  expect(examples).toHaveLength(readme.match(/^```ts$/gm)?.length ?? 0)
  expect(examples.length).toBeGreaterThan(2)
})
