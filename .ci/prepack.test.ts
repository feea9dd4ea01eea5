import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

/** A copy of the repository with one package, whose build counts its runs. */
let folder: string

const manifest = {
  name: 'packed',
  version: '1.0.0',
  files: ['dist'],
  exports: { '.': { '@signalbox/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' } },
  scripts: {
    build:
      "node -e \"fs.mkdirSync('dist', { recursive: true }); for (const f of ['index.js', 'index.d.ts']) fs.appendFileSync('dist/' + f, '1')\"",
    prepack: 'node ../../.ci/prepack.mjs',
  },
}

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(root, { recursive: true }))
  folder = join(root, 'packages', 'packed')
  await Promise.all([mkdir(join(folder, 'src'), { recursive: true }), mkdir(join(root, '.ci'))])
  await cp(join(import.meta.dirname, 'prepack.mjs'), join(root, '.ci', 'prepack.mjs'))
  await cp(join(import.meta.dirname, '..', 'LICENSE'), join(root, 'LICENSE'))
  await writeFile(join(folder, 'src', 'index.ts'), '')
  await writeManifest()
})

const writeManifest = (scripts = {}) =>
  writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...scripts } }))

/** The files in the tarball of `npm pack`. */
async function packed(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json'], { cwd: folder })
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path).sort()
}

const builds = async () => (await readFile(join(folder, 'dist', 'index.js'), 'utf8')).length

it('npm pack builds a package that was never built', async () => {
  expect(await packed()).toEqual(['LICENSE', 'dist/index.d.ts', 'dist/index.js', 'package.json'])
})

it('npm pack builds again only after a source has changed', async () => {
  await packed()
  await packed()
  expect(await builds()).toBe(1)
  const later = Date.now() / 1000 + 10
  await utimes(join(folder, 'src', 'index.ts'), later, later)
  await packed()
  expect(await builds()).toBe(2)
})

it.each([
  [
    'fails',
    'node -e "process.exit(3)"',
    'packed cannot be packed: the script "build" (node -e "process.exit(3)") failed',
  ],
  [
    'writes nothing',
    'node -e ""',
    'packed cannot be packed: the build did not write ./dist/index.d.ts, ./dist/index.js',
  ],
])('npm pack fails when the build %s', async (_, build, message) => {
  await writeManifest({ build })
  await expect(packed()).rejects.toThrow(message)
})
