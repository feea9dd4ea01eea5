import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const suffixes: Readonly<Record<string, string>> = {
  slow: '.slow.test.ts',
  brokers: '.broker.test.ts',
  jvm: '.jvm.test.ts',
  browser: '.browser.test.ts',
}

/** The files that a command such as `vitest run --project=slow leaving.slow` does not run, of those given. */
function missedBy(script: string, files: readonly string[]): readonly string[] {
  const runs = Array.from(script.matchAll(/--project=(\w+)((?: [\w./-]+)*)/g), ([, project = '', names = '']) => ({
    suffix: suffixes[project] ?? '',
    names: names.split(' ').filter(Boolean),
  }))
  return files.filter(
    (file) => !runs.some(({ suffix, names }) => file.endsWith(suffix) && names.some((name) => file.includes(name))),
  )
}

it('npm run soak runs every test that has more to do with SIGNALBOX_SOAK', () => {
  const texts = globSync('packages/*/{src,web}/**/*.{test,fixture}.ts', { cwd: root }).map(
    (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
  )
  const naming = (text: string) => texts.filter(([, its]) => its.includes(text)).map(([file]) => file)
  const longer = naming('process.env.SIGNALBOX_SOAK').flatMap((file) =>
    file.endsWith('.fixture.ts') ? naming(`/${basename(file)}'`) : file,
  )
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(longer.length).toBeGreaterThan(10)
  expect(missedBy(scripts.soak, longer)).toEqual([])
})
