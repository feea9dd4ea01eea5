/**
 * Publishes all packages, each after its dependencies: npm run release. With --dry-run it makes all checks and packs
 * each package, but publishes nothing and asks no registry.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { problemsOf, withoutRepository } from './checks.ts'
import { packagesIn } from './packages.ts'

const root = process.cwd()
const isDry = process.argv.includes('--dry-run')
const packages = packagesIn(root)
const version = packages[0]?.version

const problems = [...problemsOf(root, packages)]
const unsigned = withoutRepository(packages)
if (unsigned.length > 0) {
  const count = unsigned.length === 1 ? '1 package does' : `${unsigned.length} packages do`
  const advice = `Provenance needs the field repository, which ${count} not have: ${unsigned.join(', ')}`
  if (isDry) console.warn(advice)
  else problems.push(advice)
}
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  fail('Nothing was published')
}

if (!npm(['run', 'check:packages'])) fail('Nothing was published: npm run check:packages failed')
for (const { name, folder } of packages) {
  if (isDry) {
    if (!npm(['pack', '--dry-run'], folder)) fail(`${name} cannot be packed`)
  } else if (isPublished(name)) console.log(`${name} ${version} is published already`)
  else if (!npm(['publish', '--provenance', '--access', 'public'], folder))
    fail(`${name} was not published: run npm run release again, which continues with it`)
  console.log(`${isDry ? 'would publish' : 'published'} ${name} ${version}`)
}
if (!isDry) console.log(`Tag the commit: git tag v${version} && git push origin v${version}`)

function npm(words: readonly string[], folder = '.'): boolean {
  return spawnSync('npm', words, { cwd: join(root, folder), stdio: ['inherit', 2, 2] }).status === 0
}

/** Whether the registry has this version: an earlier run may have ended before the last package. */
function isPublished(name: string): boolean {
  return spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.trim() === version
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
