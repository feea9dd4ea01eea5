import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Package, rangesOf } from './packages.ts'

/** Where `.ci/run` writes the commit that it passed. */
export const passedFile = 'node_modules/.cache/ci-passed'

/** What keeps a repository from being published, in sentences that say what to do. */
export function problemsOf(root: string, packages: readonly Package[]): readonly string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['The working tree has changes: commit them, or use a clean clone']),
    ...passProblems(root, git('rev-parse', 'HEAD')),
    ...versionProblems(packages),
    ...changelogProblems(root, packages[0]?.version ?? ''),
  ]
}

function passProblems(root: string, commit: string): string[] {
  const file = join(root, passedFile)
  const passed = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none'
  return passed === commit ? [] : [`.ci/run --all has passed ${passed}, not ${commit}: run it in this clone`]
}

/** All packages have one version, and depend on each other by a caret range from this version. */
function versionProblems(packages: readonly Package[]): string[] {
  const versions = new Map(packages.map(({ name, version }) => [name, version]))
  const distinct = [...new Set(versions.values())]
  const listed = packages.map(({ name, version }) => `${name} ${version}`).join(', ')
  return [
    ...(distinct.length === 1 ? [] : [`The packages have different versions: ${listed}`]),
    ...packages.flatMap((one) =>
      Object.entries(rangesOf(one))
        .filter(([other, range]) => versions.has(other) && range !== `^${versions.get(other)}`)
        .map(([other, range]) => `${one.name} accepts ${other} ${range}: write ^${versions.get(other)}`),
    ),
  ]
}

/** The changelog has a heading with the version and the date of its release. */
function changelogProblems(root: string, version: string): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const heading = changelog.split('\n').find((line) => line === `## ${version}` || line.startsWith(`## ${version}, `))
  if (heading === undefined) return [`CHANGELOG.md has no section for ${version}: add ## ${version}, YYYY-MM-DD`]
  return /, \d{4}-\d{2}-\d{2}$/.test(heading)
    ? []
    : [`CHANGELOG.md has the heading "${heading}": write the date, as ## ${version}, YYYY-MM-DD`]
}

/** The packages without the address of the repository, which npm needs to sign where a package was built. */
export const withoutRepository = (packages: readonly Package[]): readonly string[] =>
  packages.filter(({ repository }) => repository === undefined).map(({ name }) => name)
