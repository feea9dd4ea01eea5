import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { problemsOf } from './release/checks.ts'
import { packagesIn } from './release/packages.ts'

/** A repository with three packages, which is ready to be published. */
let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const manifests = {
  above: { name: 'above', dependencies: { middle: '^1.2.0' } },
  base: { name: 'base' },
  middle: { name: 'middle', peerDependencies: { base: '^1.2.0' } },
  own: { name: 'own', private: true },
} as const

const writePackage = async (folder: keyof typeof manifests, more: Readonly<Record<string, unknown>> = {}) => {
  const check = { 'check:package': 'node --eval ""' }
  const manifest = {
    version: '1.2.0',
    repository: 'git+https://git.example/a.git',
    scripts: check,
    ...manifests[folder],
    ...more,
  }
  await mkdir(join(root, 'packages', folder), { recursive: true })
  await writeFile(join(root, 'packages', folder, 'package.json'), JSON.stringify(manifest))
}

async function commit(): Promise<void> {
  git('add', '--all')
  git('-c', 'user.name=tests', '-c', 'user.email=tests@example.com', 'commit', '--quiet', '--message', 'test')
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  await writeFile(join(root, 'node_modules/.cache/ci-passed'), `${git('rev-parse', 'HEAD')}\n`)
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'signalbox-release-'))
  onTestFinished(() => rm(root, { recursive: true }))
  git('init', '--quiet')
  await cp(join(import.meta.dirname, 'release'), join(root, '.ci/release'), { recursive: true })
  const scripts = { 'check:packages': 'npm run check:package --workspaces --if-present' }
  const workspace = { private: true, type: 'module', workspaces: ['packages/*'], scripts }
  await writeFile(join(root, 'package.json'), JSON.stringify(workspace))
  await writeFile(join(root, '.gitignore'), 'node_modules\n')
  await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.0, 2026-01-31\n')
  for (const folder of Object.keys(manifests)) await writePackage(folder as keyof typeof manifests)
  await commit()
})

/** Runs the script, with a registry that answers 404 and remembers what it was asked. */
async function release(...args: string[]) {
  const asked: string[] = []
  const registry = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_audit: 'false' }
  const file = join(root, '.ci/release/run.ts')
  const ended = await new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
  await new Promise((resolve) => registry.close(resolve))
  return { ...ended, asked }
}

it('a dry run packs all packages after those that they depend on, and asks no registry', async () => {
  const { code, stdout, stderr, asked } = await release('--dry-run')
  expect([code, stdout, asked], stderr).toEqual([
    0,
    'would publish base 1.2.0\nwould publish middle 1.2.0\nwould publish above 1.2.0\n',
    [],
  ])
})

it.each<[what: string, change: () => Promise<unknown>, problem: string]>([
  ['has other changes', () => writeFile(join(root, 'new.txt'), ''), 'The working tree has changes'],
  [
    'was not tested',
    async () => {
      await commitOther()
      await writeFile(join(root, 'node_modules/.cache/ci-passed'), 'an earlier commit\n')
    },
    '.ci/run --all has passed an earlier commit, not ',
  ],
  [
    'has two versions',
    () => changed('above', { version: '1.3.0' }),
    'different versions: base 1.2.0, middle 1.2.0, above 1.3.0',
  ],
  [
    'accepts other versions',
    () => changed('above', { dependencies: { middle: '1.2.0' } }),
    'above accepts middle 1.2.0: write ^1.2.0',
  ],
  ['has no changelog', () => changelog('## 1.1.0, 2025-01-31'), 'CHANGELOG.md has no section for 1.2.0'],
  [
    'has a changelog without a date',
    () => changelog('## 1.2.0, not yet released'),
    'write the date, as ## 1.2.0, YYYY-MM-DD',
  ],
])('nothing is published if the repository %s', async (_, change, problem) => {
  expect(problemsOf(root, packagesIn(root))).toEqual([])
  await change()
  expect(problemsOf(root, packagesIn(root))).toEqual([expect.stringContaining(problem)])
})

it('packages that depend on each other are named', async () => {
  await changed('base', { dependencies: { above: '^1.2.0' } })
  expect(() => packagesIn(root)).toThrow('These packages depend on each other: above, base, middle')
})

it('nothing is published if the checks of a package fail', async () => {
  await changed('base', { scripts: { 'check:package': 'node --eval "process.exit(1)"' } })
  const { code, stdout, stderr, asked } = await release()
  expect([code, stdout, asked]).toEqual([1, '', []])
  expect(stderr).toContain('npm run check:packages failed')
})

const changed = async (...change: Parameters<typeof writePackage>) => {
  await writePackage(...change)
  await commit()
}
const changelog = async (heading: string) => {
  await writeFile(join(root, 'CHANGELOG.md'), `# Changelog\n\n${heading}\n`)
  await commit()
}
const commitOther = async () => {
  await writeFile(join(root, 'other.txt'), '')
  await commit()
}

it('nothing is published without the address of the repository, which provenance needs', async () => {
  await changed('base', { repository: undefined })
  const advice = 'Provenance needs the field repository, which 1 package does not have: base'
  expect(await release()).toMatchObject({ code: 1, stdout: '', asked: [], stderr: expect.stringContaining(advice) })
})

it('a release that fails names the package, and asks the registry first whether it has it', async () => {
  const { code, stdout, stderr, asked } = await release()
  expect([code, stdout]).toEqual([1, ''])
  expect(asked[0]).toBe('GET /base')
  expect(stderr).toContain('base was not published: run npm run release again')
  expect(asked.filter((call) => call.startsWith('PUT') && !call.includes('base'))).toEqual([])
})

it('the packages of this repository are published after what they depend on', () => {
  const names = packagesIn(join(import.meta.dirname, '..')).map(({ name }) => name)
  expect(names[0]).toBe('@signalbox/core')
  const places = ['@signalbox/client', '@signalbox/dashboard', 'signalbox'].map((name) => names.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
