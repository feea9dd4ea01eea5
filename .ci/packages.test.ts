import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Manifest {
  readonly name: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly private?: boolean
  readonly license: string
  readonly engines?: { readonly node: string }
  readonly files?: readonly string[]
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const published = globSync('packages/*/package.json', { cwd: root })
  .map((file) => ({ folder: dirname(file), manifest: JSON.parse(read(file)) as Manifest }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ folder, manifest }) => ({ name: manifest.name, folder, manifest, readme: read(join(folder, 'README.md')) }))

/** The packages that the `npm install` lines of a text name, without flags. */
const installed = (text: string): string[] =>
  [...text.matchAll(/^npm install (.*)$/gm)].flatMap(([, words = '']) =>
    words
      .replace(/ +#.*/, '')
      .split(/\s+/)
      .filter((word) => !word.startsWith('-')),
  )

it('there are thirteen packages to publish', () => {
  expect(published.map(({ name }) => name).sort()).toEqual([
    ...['@signalbox/client', '@signalbox/core', '@signalbox/dashboard', '@signalbox/gateway', '@signalbox/hono'],
    ...[
      '@signalbox/migrate',
      '@signalbox/portal',
      '@signalbox/scripts',
      '@signalbox/scripts-jvm',
      '@signalbox/sinks',
      '@signalbox/sql',
      '@signalbox/testing',
      'signalbox',
    ],
  ])
})

/** The packages that each line of the page Install takes from files, as names. */
const fromFiles = [...read('packages/docs/pages/start/install.md').matchAll(/`npm install (.*\.tgz.*)`/g)].map(
  ([, words = '']) =>
    words
      .replace(/\S*\{(.*?)\}\S*/g, (_, names: string) =>
        names
          .split(',')
          .map((one) => `@signalbox/${one}`)
          .join(' '),
      )
      .replace(/\S*signalbox-\d\S*/, 'signalbox')
      .replace(/\S*signalbox-([a-z-]+)-\d\S*/g, '@signalbox/$1')
      .split(/\s+/)
      .filter((word) => !word.startsWith('-')),
)

it('each package has a line in Install that takes it from files, and no line lacks what its packages require', () => {
  const libraries = fromFiles.filter((names) => !names.includes('signalbox'))
  expect(new Set(libraries.flat().filter((name) => name.startsWith('@signalbox/')))).toEqual(
    new Set(published.map(({ name }) => name).filter((name) => name !== 'signalbox')),
  )
  for (const names of fromFiles)
    for (const { manifest } of published.filter(({ name }) => names.includes(name))) {
      const required = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      const ours = required.filter((one) => published.some(({ name }) => name === one))
      expect(names, names.join(' ')).toEqual(expect.arrayContaining(ours))
    }
})

/** Packages that need a newer Node.js than the others, because undici does. */
const newer: Readonly<Record<string, { readonly node: string }>> = {
  '@signalbox/gateway': { node: '>=22.19' },
  signalbox: { node: '>=22.19' },
}

/** Whether the README or another page of a package leads to a page. */
function isLinked(name: string, folder: string): boolean {
  const files = [join(folder, 'README.md'), ...globSync(join(folder, 'docs/*.md'), { cwd: root })]
  const link = new RegExp(`\\]\\((?:docs/)?${name}[)#]`)
  return files.some((file) => basename(file) !== name && link.test(read(file)))
}

describe.each(published)('$name', ({ name, folder, manifest, readme }) => {
  const { peerDependencies = {}, peerDependenciesMeta = {}, dependencies = {} } = manifest

  it('requires the Node.js version and has the license of the repository', () => {
    const workspace = JSON.parse(read('package.json')) as Manifest
    expect([manifest.engines, manifest.license]).toEqual([newer[name] ?? workspace.engines, workspace.license])
  })

  it('accepts patch releases of the other packages', () => {
    for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies }))
      if (published.some(({ name }) => name === other)) expect([other, range]).toEqual([other, '^0.1.0'])
  })

  it('is found by keywords, and packs the license', () => {
    expect(manifest.keywords?.length).toBeGreaterThan(3)
    expect(manifest.description).not.toBe('')
    expect(manifest.scripts?.prepack).toBe('node ../../.ci/prepack.mjs')
  })

  it('accepts minor releases of its peers', () => {
    for (const [peer, range] of Object.entries(peerDependencies))
      expect([peer, range]).toEqual([peer, expect.stringMatching(/^\^\d/)])
    expect(Object.keys(peerDependenciesMeta).filter((peer) => !(peer in peerDependencies))).toEqual([])
  })

  it('has a short README, and each of its pages is linked by it or by another page', () => {
    expect(readme.split('\n').length).toBeLessThan(105)
    const pages = globSync('docs/*.md', { cwd: join(root, folder) })
    expect(pages.filter((page) => !isLinked(basename(page), folder))).toEqual([])
  })

  it('has a README with an install line that names the package and its peers', () => {
    const required = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    expect(installed(readme)).toEqual(expect.arrayContaining([name, ...required]))
  })

  it('has a README that links only to files of the tarball and to web pages', () => {
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const shipped = ['README.md', 'LICENSE', ...(manifest.files ?? [])]
    for (const target of targets.filter((one) => !/^(https:|#)/.test(one))) {
      const file = normalize(target.replace(/#.*/, ''))
      expect(
        shipped.some((one) => file === one || file.startsWith(`${one}/`)),
        `${target} is not in the tarball`,
      ).toBe(true)
      if (file !== 'LICENSE') expect(existsSync(join(root, folder, file)), `${target} does not exist`).toBe(true)
    }
  })
})

it('the README of the repository links to files that exist', () => {
  for (const [, target = ''] of read('README.md').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g))
    if (!target.startsWith('https:')) expect(existsSync(join(root, target)), target).toBe(true)
})

it('the page for contributors names files that exist', () => {
  const prose = read('.github/CONTRIBUTING.md').replaceAll(/^```.*?^```/gms, '')
  const named = [...prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|md|json))`/g)].map(([, path = '']) => path)
  const isExample = (path: string) => /\/cohorts[/.]/.test(path) // what new-kind.slow.test.ts adds
  const folders = ['', 'packages', 'packages/core/src', 'packages/gateway/src']
  const missing = named.filter((path) => !isExample(path) && !folders.some((one) => existsSync(join(root, one, path))))
  expect(named.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})
