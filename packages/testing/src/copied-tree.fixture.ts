import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** A copy of some packages of the repository, in which files can be added. */
export interface CopiedTree {
  /** Writes a file by its path in the repository. */
  write(path: string, text: string): Promise<void>
  /** Copies one more file, such as a test. */
  take(path: string): Promise<void>
  /** Changes a file that is there. Throws if the text is not in it. */
  edit(path: string, text: string, replacement: string): Promise<void>
  /** Runs Node on a program of the copy, and returns what it prints. */
  node(...args: readonly string[]): Promise<string>
  /** Type-checks files and everything that they import. Returns the errors; an empty text: none. */
  typecheck(...files: readonly string[]): Promise<string>
  remove(): Promise<void>
}

/** Copies the sources of packages without their tests, and links the dependencies of the repository. */
export async function copyTree(packages: readonly string[]): Promise<CopiedTree> {
  const scratch = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const at = (path: string) => join(scratch, path)
  const modules = at('node_modules')
  await mkdir(join(modules, '@signalbox'), { recursive: true })
  for (const name of packages) {
    const folder = at(join('packages', name))
    await mkdir(folder, { recursive: true })
    await cp(join(root, 'packages', name, 'package.json'), join(folder, 'package.json'))
    await cp(join(root, 'packages', name, 'src'), join(folder, 'src'), {
      recursive: true,
      filter: (path) => !/\.(test|test-d|scenario)\.tsx?$|__snapshots__/.test(path),
    })
    await symlink(folder, join(modules, '@signalbox', name))
  }
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@signalbox' && !name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(modules, name))

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), text)
  }
  await write('package.json', '{ "type": "module" }')
  return {
    write,
    async take(path) {
      await mkdir(dirname(at(path)), { recursive: true })
      await cp(join(root, path), at(path))
    },
    async edit(path, text, replacement) {
      const before = await readFile(at(path), 'utf8')
      if (!before.includes(text)) throw new Error(`The file ${path} does not contain ${text}`)
      await writeFile(
        at(path),
        before.replace(text, () => replacement),
      )
    },
    async node(...args) {
      const options = { cwd: scratch, maxBuffer: 2 ** 26 }
      return (await run(process.execPath, ['--conditions=@signalbox/source', ...args], options)).stdout
    },
    async typecheck(...files) {
      await write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include: files }))
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      // What has not changed since the last time is not checked again.
      const args = [tsc, '-p', scratch, '--incremental', '--tsBuildInfoFile', at('tsc.json')]
      const { stdout } = await run(process.execPath, args).catch((error) => error)
      return stdout
    },
    remove: () => rm(scratch, { recursive: true, force: true }),
  }
}
