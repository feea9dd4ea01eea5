// Tries whether the tests find faults: puts one fault at a time into a copy of the repository and runs the tests that
// should fail. `npm run faults` tries all, `-- --part access` those of a part, `-- --only 7` (or 7,9) single ones.
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { faults, parts } from './parts.ts'

type Fault = (typeof faults)[number]

/** What runs if the tests of the part find nothing. */
const WHOLE_API = ['packages/testing/src/describe-api.test.ts', '-t', '(in process|over HTTP)']

/** For tests that a fault hangs, in milliseconds. */
const TIME_LIMIT = 10 * 60_000

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { only: { type: 'string' }, part: { type: 'string' } } })
const only = values.only?.split(',').map(Number)
const chosen = faults
  .map((fault, i) => ({ ...fault, number: i + 1 }))
  .filter(({ part, number }) => (only?.includes(number) ?? true) && part.name === (values.part ?? part.name))
if (chosen.length === 0) {
  console.error(`There are faults 1 to ${faults.length}, in the parts ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const copy = mkdtempSync(join(tmpdir(), 'faults-'))
let tests: ChildProcess | undefined
process.on('exit', () => {
  tests?.kill()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
copyRepository()

let missed = 0
for (const fault of chosen) {
  const from = Date.now()
  const found = await tryFault(fault)
  if (!found) missed++
  const seconds = Math.round((Date.now() - from) / 1000)
  console.log(
    `${fault.number}. ${fault.part.name}: ${fault.breaks}\n   ${found ? `found by ${found}` : 'MISSED'} (${seconds} s)`,
  )
}
console.log(`${chosen.length - missed} of ${chosen.length} faults found`)
process.exitCode = missed > 0 ? 1 : 0

/** Copies the files that Git knows or would add; packages are links to those installed here. */
function copyRepository(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0').filter(Boolean))
    try {
      cpSync(join(root, file), join(copy, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // deleted, and not committed yet
    }
  const ours: Record<string, string> = {}
  for (const folder of readdirSync(join(root, 'packages')))
    ours[JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')).name] = folder
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@signalbox' && !ours[name])
  for (const name of installed) link(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const [name, folder] of Object.entries(ours))
    link(join(copy, 'packages', folder), join(copy, 'node_modules', name))
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** The first test that fails with the fault. */
async function tryFault({ file, text, fault, part }: Fault): Promise<string | undefined> {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    sound.replace(text, () => fault),
  )
  try {
    for (const files of [part.tests, part.further ?? [], WHOLE_API]) {
      const failure = files.length > 0 ? await firstFailure(files) : undefined
      if (failure) return failure
    }
    return undefined
  } finally {
    writeFileSync(path, sound)
  }
}

async function firstFailure(files: readonly string[]): Promise<string | undefined> {
  const report = join(copy, 'report.json')
  const { CI: _, ...env } = process.env // without retries
  const options = ['--bail=1', '--project=!types', '--reporter=json', `--outputFile=${report}`]
  tests = spawn('vitest', ['run', ...options, ...files], { cwd: copy, env, stdio: 'ignore', timeout: TIME_LIMIT })
  await once(tests, 'close')
  const { success, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  rmSync(report)
  if (success) return undefined
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return failed.fullName
  throw new Error(`The tests broke instead of failing:\n${testResults.map(({ message }) => message).join('\n')}`)
}

interface Report {
  readonly success: boolean
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}
