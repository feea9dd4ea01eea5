// The suites that install much or take long, and which of them a change concerns. `.ci/suites.ts` prints the names of
// the suites that `.ci/run` leaves out. It prints nothing with --all, on the default branch, and where Git does not
// know a base, such as in a shallow clone: then everything runs. The base is --since <commit>, or where the branch left
// the default branch.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

/** What a suite tests. Words in paths survive moves: a file that is about Kafka says so. */
export const suites = {
  brokers: {
    tests: 'packages/*/src/**/*.broker.test.ts',
    paths: [
      /broker|kafka|rabbit|amqp|redis|sink|leader|lease/i,
      /(^|[/.-])nats/,
      /^packages\/core\/src\/([\w-]+\/)?(events|log)\//,
      /^packages\/(gateway\/(src\/limits|docs\/consumers\.md)|test-postgres\/)/,
      /^packages\/sql\/src\/.*log/,
    ],
  },
  jvm: {
    tests: '{packages/*/src/**/*.jvm.test.ts,packages/dashboard/web/**/*.jvm.browser.test.ts}',
    paths: [
      /jvm|java(?!script)|kotlin|scala(?!r)|groovy/i,
      /^packages\/scripts/,
      /^packages\/core\/src\/([\w-]+\/)?scripts\//,
    ],
  },
  deploy: {
    tests: '.ci/tarballs/deploy.test.ts',
    paths: [
      /deploy(?!ments?[./-])/,
      /deployment\.md$/,
      /^packages\/(server\/bin\/|[\w-]+\/package\.json$)/,
      /^packages\/server\/src\/(.*[/-])?(drain|probe|signal|setting|open-box|admin-port|listen|supervis|main|serve)/,
    ],
  },
  languages: {
    tests: '.ci/languages.test.ts',
    paths: [/languages/, /ofrep/i, /^\.ci\/start\.mjs$/, /^packages\/core\/src\/([\w-]+\/)?wire\//],
  },
  'docs-in-chromium': { tests: '', paths: [/^packages\/docs\//, /\.md$/, /^\.ci\/(check-docs|browser)\./] },
} as const satisfies Record<string, { readonly tests: string; readonly paths: readonly RegExp[] }>

/** Changes of these concern all suites. */
const forAll =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*\.json|\.npmrc|\.ci\/(run|suites.*|tarballs\/(pack|vitest.*)\.ts))$/

type Suite = keyof typeof suites

/** The names of the suites that no changed file concerns. Paths are relative to the repository, with slashes. */
export function leftOutBy(changed: readonly string[]): Suite[] {
  if (changed.some((path) => forAll.test(path))) return []
  return (Object.keys(suites) as Suite[]).filter((suite) => {
    const { paths } = suites[suite]
    return !changed.some((path) => paths.some((words) => words.test(path)) || filesOf(suite).has(path))
  })
}

const read = new Map<Suite, ReadonlySet<string>>()

/** The test files of a suite, what they import by path, and what their fixtures import. */
function filesOf(suite: Suite): ReadonlySet<string> {
  const known = read.get(suite)
  if (known) return known
  const files = new Set(globSync(suites[suite].tests, { cwd: root }))
  for (const file of files) {
    if (!/\.(test|fixture)\.ts$/.test(file) || !existsSync(join(root, file))) continue
    const imports = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.{1,2}\/[^']+)'/g)
    for (const [, path = ''] of imports) files.add(relative(root, join(root, dirname(file), path)))
  }
  read.set(suite, files)
  return files
}

/** The files that differ from a base, whether committed or not; `undefined` if there is no base. */
function changedSince(since: string | undefined): string[] | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (text: string) => text.split('\0').filter(Boolean)
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return undefined
    const base = git('merge-base', 'HEAD', since ?? 'origin/HEAD').trim()
    // On the default branch, nobody knows which commit landed last.
    if (since === undefined && base === git('rev-parse', 'HEAD').trim()) return undefined
    return [
      ...lines(git('diff', '--name-only', '--no-renames', '-z', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard', '-z')),
    ]
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { all: { type: 'boolean' }, since: { type: 'string' } } })
  const changed = values.all ? undefined : changedSince(values.since)
  if (changed) console.log(leftOutBy(changed).join(' '))
}
