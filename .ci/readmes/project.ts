import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './blocks.ts'

/** A folder with programs that use the packages. */
export interface Project {
  readonly folder: string
  /** The environment variables of its programs. */
  readonly env: Readonly<Record<string, string>>
  /** The command that runs `signalbox`. */
  readonly signalbox: readonly [string, ...string[]]
  /** Whether its programs can import a package. */
  has(name: string): boolean
  /** Installs packages by their names; absent where they are all installed already. */
  install?(names: readonly string[]): Promise<void>
  remove(): void
}

/** The folders of the published packages. */
export const publishedFolders = [
  'core',
  'client',
  'hono',
  'dashboard',
  'gateway',
  'migrate',
  'portal',
  'sql',
  'scripts',
  'scripts-jvm',
  'sinks',
  'testing',
  'server',
]

const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
const ownNode = dirname(process.execPath)

/** Makes host names of other machines fail to resolve, so that programs contact nobody. */
const OFFLINE = `import dns from 'node:dns'
const lookup = dns.promises.lookup
dns.promises.lookup = async (name, options) => {
  if (/^(localhost|[\\d.]+|[\\da-f:]+)$/.test(name)) return lookup(name, options)
  throw Object.assign(new Error('getaddrinfo ENOTFOUND ' + name), { code: 'ENOTFOUND' })
}
`

function environmentOf(folder: string, modules: string, options: string): Project['env'] {
  writeFileSync(join(folder, 'offline.mjs'), OFFLINE)
  return {
    PATH: `${join(modules, '.bin')}:${ownNode}:${PATH}`,
    HOME,
    NODE_COMPILE_CACHE,
    NO_COLOR: '1',
    NODE_OPTIONS: `--no-warnings --import=${join(folder, 'offline.mjs')} ${options}`,
  }
}

/** Creates a project inside this repository, whose programs use the sources of the packages. */
export function sourceProject(): Project {
  const parent = join(root, '.try')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'readmes-'))
  const condition = '@signalbox/source'
  const importing = `--conditions=${condition}`
  const resolve = `const resolve = { conditions: ['${condition}'] }`
  writeFileSync(join(folder, 'vitest.config.mjs'), `${resolve}\nexport default { resolve, ssr: { resolve } }\n`)
  const modules = join(root, 'node_modules')
  return {
    folder,
    env: environmentOf(folder, modules, importing),
    // As an argument, too: threads of the server have no environment.
    signalbox: [process.execPath, importing, join(root, 'packages/server/src/main.ts')],
    has: (name) => existsSync(join(modules, name)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Creates a project outside the repository, with tarballs and third-party packages installed. */
export async function tarballProject(tarballs: readonly string[], others: readonly string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-readmes-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  const modules = join(folder, 'node_modules')
  await npm(['install', ...flags, ...tarballs, ...others.map(locked)], folder)
  return {
    folder,
    env: environmentOf(folder, modules, ''),
    signalbox: [join(modules, '.bin', 'signalbox')],
    has: (name) => existsSync(join(modules, name)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Creates an empty folder outside the repository, in which packages are installed from tarballs, by folder of the package. */
export function emptyProject(tarballs: Readonly<Record<string, string>>): Project {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-start-'))
  const modules = join(folder, 'node_modules')
  return {
    folder,
    env: environmentOf(folder, modules, ''),
    signalbox: [join(modules, '.bin', 'signalbox')],
    has: (name) => existsSync(join(modules, name)),
    install: async (names) => {
      const files = withDependencies(names.map(folderOf)).map((name) => tarballs[name] as string)
      await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...files], folder)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

const folderOf = (name: string): string => (name === 'signalbox' ? 'server' : name.replace('@signalbox/', ''))

/** The folders of packages, and of the packages of this repository that they need. */
function withDependencies(folders: readonly string[]): readonly string[] {
  const found = new Set(folders)
  for (const folder of found) {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
    )
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
      if (name.startsWith('@signalbox/')) found.add(folderOf(name))
  }
  return [...found]
}

/** Packs packages of this repository into a folder. Returns the tarballs, in the order of the names. */
export async function pack(names: readonly string[], into: string): Promise<string[]> {
  const workspaces = names.map((name) => `--workspace=packages/${name}`)
  const stdout = await npm(['pack', '--json', `--pack-destination=${into}`, ...workspaces], root)
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => join(into, filename))
}

/** The npm variables for registry and cache; the others belong to the command that runs this. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(NODE_(OPTIONS|ENV)$|npm_(?!config_(registry|cache|userconfig)$))/i.test(name),
  ),
)

/** Runs npm in a folder, without the variables of the npm that runs this. Returns its standard output. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const env = { ...environment, PATH: `${ownNode}:${PATH}` }
  const { stdout } = await promisify(execFile)('npm', args, { cwd, env, timeout: 100_000, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

/** A package in the version that this repository uses, which is in npm's cache. */
function locked(name: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return `${name}@${packages[`node_modules/${name}`].version}`
}
