import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { artifacts } from './artifacts.ts'

const runner = join(import.meta.dirname, '../runner')
const pom = readFileSync(join(runner, 'pom.xml'), 'utf8')

it('the jar of the package is what Maven builds of its sources', ({ skip }) => {
  const javac = programVersion('javac')
  skip(javac === undefined, 'there is no Java compiler')
  skip(!javac?.startsWith('javac 17.'), `the bytes must come from javac 17, not ${javac}`)
  skip(programVersion('mvn') === undefined, 'there is no Maven')
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(runner, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(runner, 'pom.xml'), join(folder, 'pom.xml'))
  execFileSync('mvn', ['-B', '-q', 'package'], { cwd: folder, stdio: 'pipe' })
  const built = readFileSync(join(folder, 'target/signalbox-jvm.jar'))
  const isSame = built.equals(readFileSync(join(runner, 'signalbox-jvm.jar')))
  expect(isSame, 'run mvn -B -q package in packages/scripts-jvm/runner, and copy target/signalbox-jvm.jar').toBe(true)
})

it('is compiled against the versions that are installed', () => {
  const versions = [...pom.matchAll(/<artifactId>([\w.-]+)<\/artifactId>\s*<version>([\w.-]+)<\/version>/g)]
  const known = new Map(
    Object.values(artifacts)
      .flat()
      .map(({ name, version }) => [name, version]),
  )
  const used = versions.filter(([, name = '']) => known.has(name))
  expect(used.length).toBeGreaterThanOrEqual(3)
  for (const [, name = '', version] of used) expect([name, version]).toEqual([name, known.get(name)])
})

function programVersion(name: string): string | undefined {
  try {
    return execFileSync(name, ['-version'], { encoding: 'utf8' }).trim()
  } catch {
    return existsSync(name) ? '' : undefined
  }
}
