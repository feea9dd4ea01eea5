import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blocksOf, root } from '../readmes/blocks.ts'
import { driverPackages, guidePackages, pages } from '../readmes/describe-readmes.ts'
import { type Project, publishedFolders, tarballProject } from '../readmes/project.ts'

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
}

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifests = publishedFolders.map(
  (folder): Manifest => JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
)
const entries = manifests.flatMap(({ name, exports }) => Object.keys(exports).map((entry) => join(name, entry)))
const others = [
  ...['hono', 'pg', '@types/pg', '@types/node', 'typescript', 'vitest', '@openfeature/server-sdk'],
  ...['@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/sdk-trace-base'],
  ...['@modelcontextprotocol/client', ...driverPackages],
]

let project: Project
beforeAll(async () => {
  const web = ['@openfeature/core', ...guidePackages, '@types/react', '@types/react-dom']
  project = await tarballProject(Object.values(inject('tarballs')), [...others, ...web])
})
afterAll(() => project?.remove())

/** The output of a program on Node, run in the project's folder. */
async function printed(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', args, { cwd: project.folder, env: project.env })
  return stdout.trim()
}

describe.each(manifests)('the tarball of $name', ({ name, exports }) => {
  it('contains the files of package.json, the README with its pictures and pages, and the license', () => {
    const folder = join(project.folder, 'node_modules', name)
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const linked = [...readme.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, target = '']) => target)
    const named = Object.values(exports).flatMap(({ types, default: file }) => [types, file])
    for (const file of ['LICENSE', ...linked, ...named]) expect(existsSync(join(folder, file)), file).toBe(true)
    expect(globSync('**/*.ts', { cwd: folder, exclude: ['node_modules', 'dist'] })).toEqual([])
  })

  it('has types that import only its dependencies', () => {
    const folder = join(project.folder, 'node_modules', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Dependent
    const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest
    const known = Object.keys({ ...dependencies, ...peerDependencies })
    const unknown = Object.keys(devDependencies).filter((dependency) => !known.includes(dependency))
    const types = globSync('dist/**/*.d.ts', { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''),
    )
    expect(unknown.filter((dependency) => types.some((text) => text.includes(`'${dependency}'`)))).toEqual([])
  })
})

it.each([
  ['@signalbox/core', 'THIRD-PARTY-LICENSES.txt', ['ajv', 'sorted-btree', 'typebox']],
  [
    '@signalbox/dashboard',
    'THIRD-PARTY-LICENSES.md',
    ['preact', '@codemirror/view', 'uplot', 'Lucide', 'Overpass Mono'],
  ],
  ['@signalbox/hono', 'ui-NOTICE', ['swagger-ui']],
  ['@signalbox/portal', 'public-sans.LICENSE.txt', ['Copyright 2015 The Public Sans']],
  ['@signalbox/portal', 'overpass-mono.LICENSE.txt', ['Copyright 2021 The Overpass']],
])('%s contains the licenses of the code of others in it', (name, file, others) => {
  const text = readFileSync(join(project.folder, 'node_modules', name, 'dist', file), 'utf8')
  for (const other of others) expect(text).toMatch(new RegExp(`^(## )?${other}\\b`, 'mi'))
})

it.each(entries)('import %s', async (entry) => {
  const program = `console.log(Object.keys(await import('${entry}')).length > 0)`
  expect(await printed('--input-type=module', '--eval', program)).toBe('true')
})

// Vitest itself does not support require.
it.each(entries.filter((entry) => entry !== '@signalbox/testing'))('require %s in CommonJS', async (entry) => {
  const program = `console.log(Object.keys(require('${entry}')).length > 0)`
  expect(await printed('--input-type=commonjs', '--eval', program)).toBe('true')
})

it('the programs of all READMEs compile, strictly and as Node resolves modules', async () => {
  const programs = pages.flatMap((page) => blocksOf(page)).filter(({ language }) => /^tsx?$/.test(language))
  for (const [number, { language, text }] of programs.entries())
    writeFileSync(join(project.folder, `program-${number}.${language}`), text)
  const inCommonJs = "import core = require('@signalbox/core')\nexport const box = core.createSignalbox()\n"
  writeFileSync(join(project.folder, 'program.cts'), inCommonJs)
  const options = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, types: ['node'] },
    ...{
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      allowImportingTsExtensions: true,
      jsx: 'react-jsx',
    },
  }
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts', '*.tsx', '*.cts'] }),
  )
  const failure = await printed(join(project.folder, 'node_modules/typescript/bin/tsc')).catch((error) => error.stdout)
  expect(failure).toBe('')
  expect(programs.length).toBeGreaterThan(15)
})
