// Tries faults in the copy of the repository in which it was started. One Vitest serves for all of them: after each fault,
// only the faulty file is compiled again.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'
import type { Fault, Part } from './fault.ts'
import type { Finder } from './finders.ts'
import { byDistance, importersAmong } from './importers.ts'

/** A fault that is to be tried. */
export interface Trial extends Fault {
  readonly file: string
  readonly part: Pick<Part, 'tests' | 'further' | 'inApi'>
  /** Whether only the nearest tests run, and the one that found the fault the last time. */
  readonly isNear: boolean
  /** The test that found it the last time. */
  readonly last: Finder | undefined
}

/** The first test that failed. Both are `undefined` if none did. */
export interface Verdict {
  readonly test?: string | undefined
  readonly by?: string | undefined
}

/** Tests of the whole API, in process and over HTTP. */
const WHOLE_API = { files: ['packages/testing/src/describe-api.test.ts'], name: /\((?:in process|over HTTP)\)/ }

/** The projects whose tests `tests` of a part names. `further` names the projects of all parts. */
const fast: ReadonlySet<string> = new Set(['shared', 'alone'])

/** How many groups of tests run if only the nearest ones do. */
const NEAR = 3
/** A fault that makes a test wait for ever is found after this time. */
const TIMEOUT_MS = 30_000
/** So many files run together, because they share what they import. */
const TOGETHER = 8

const root = process.cwd()
const importers = importersAmong(
  globSync('packages/*/{src,web}/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file)),
)
/** The first test of a run that failed, and when the run that it ended is over. Vitest's own `bail` may end the run that follows, too. */
let first: { readonly verdict: Verdict; readonly over: Promise<void> } | undefined
const reporter: Reporter = {
  onTestCaseResult(test) {
    process.send?.('alive') // nothing hangs
    if (test.result().state === 'failed')
      first ??= {
        verdict: { test: test.fullName, by: nameOf(test.module) },
        over: vitest.cancelCurrentRun('test-failure'),
      }
  },
}
const options = {
  root,
  watch: true,
  retry: 0,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  maxWorkers: 1,
  reporters: [reporter],
  project: ['!types', '!pages'],
}
// Without the watcher of files, which would run tests unasked.
const vitest = await createVitest('test', options, { server: { watch: null } })
await vitest.standalone()

process.on('message', (trial: Trial) => {
  attempt(trial).then(
    (verdict) => process.send?.(verdict),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

/** Looks for a test that fails with the fault. */
async function attempt(trial: Trial): Promise<Verdict> {
  const path = join(root, trial.file)
  const sound = readFileSync(path, 'utf8')
  const put = (text: string) => {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
  const faulty = sound.replace(trial.text, () => trial.fault)
  put(faulty)
  try {
    const again = await lastFinder(trial.last)
    if ((await firstFailure(again))?.test === trial.last?.test && again.length > 0)
      return { test: trial.last?.test, by: trial.last?.file }
    for (const files of await stagesOf(trial)) {
      const failure = await firstFailure(files)
      if (!failure) continue
      const same = files.filter(({ moduleId }) => failure.by === undefined || moduleId.endsWith(failure.by))
      const failsAgain = async () => (await firstFailure(same))?.test === failure.test
      // A test that fails without the fault, too, or by chance, as on a busy machine, has not found it.
      put(sound)
      const failsAnyway = await failsAgain()
      put(faulty)
      if (!failsAnyway && (await failsAgain())) return failure
    }
    if (!trial.part.inApi || trial.isNear) return {}
    vitest.setGlobalTestNamePattern(WHOLE_API.name)
    const failure = await firstFailure(await vitest.globTestSpecifications(WHOLE_API.files))
    vitest.resetGlobalTestNamePattern()
    return failure ?? {}
  } finally {
    put(sound)
  }
}

/** The test that found a fault the last time, alone: the others of its file do not run. */
async function lastFinder(last: Finder | undefined): Promise<TestSpecification[]> {
  const files = last ? await vitest.globTestSpecifications([last.file]) : []
  return files.map(({ project, moduleId }) => project.createSpecification(moduleId, { testNames: [last!.test] }))
}

/**
 * Test files in the order in which they run, each once: those in the folder of the faulty file, then the others by how many
 * imports they are away from it. In the folder, the tests that are closest by imports run first.
 */
async function stagesOf({ file, part, last, isNear }: Trial): Promise<TestSpecification[][]> {
  const all = (await vitest.globTestSpecifications([...part.tests])).filter(({ project }) => fast.has(project.name))
  const further = part.further && !isNear ? await vitest.globTestSpecifications([...part.further]) : []
  const before = last ? await vitest.globTestSpecifications([last.file]) : []
  const groups = byDistance(join(root, file), new Set(all.map(({ moduleId }) => moduleId)), importers)
  const beside = all.filter(({ moduleId }) => dirname(moduleId) === dirname(join(root, file)))
  const byImports = groups.map((group) => all.filter(({ moduleId }) => group.includes(moduleId)))
  const closest = beside.filter((one) => byImports[0]?.includes(one))
  const near = [closest, beside, ...byImports]
  const seen = new Set<string>()
  return [before, ...(isNear ? near.slice(0, NEAR) : near), further].map((stage) =>
    stage.filter(({ moduleId }) => {
      const isNew = !seen.has(moduleId)
      seen.add(moduleId)
      return isNew
    }),
  )
}

async function firstFailure(files: TestSpecification[]): Promise<Verdict | undefined> {
  for (let from = 0; from < files.length; from += TOGETHER) {
    const failure = await failureAmong(files.slice(from, from + TOGETHER))
    if (failure) return failure
  }
  return undefined
}

async function failureAmong(files: TestSpecification[]): Promise<Verdict | undefined> {
  const meant = new Set(files.map(({ moduleId }) => moduleId))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  if (first) {
    const { verdict, over } = first
    await over
    first = undefined
    return verdict
  }
  for (const module of testModules.filter(({ moduleId }) => meant.has(moduleId))) {
    const [error] = module.errors()
    if (error) return { test: `${basename(module.moduleId)}: ${error.message}`, by: nameOf(module) }
    const [suite] = [...module.children.allSuites()].filter((one) => one.state() === 'failed')
    if (suite) return { test: `${suite.fullName}: ${suite.errors()[0]?.message}`, by: nameOf(module) }
  }
  const [error] = unhandledErrors as { message?: string }[]
  return error && { test: `unhandled: ${error.message}` }
}

const nameOf = ({ moduleId }: TestModule): string => moduleId.slice(root.length + 1)
