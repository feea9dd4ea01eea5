import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** A copy of packages, for tests that add something to the repository. */
export interface PackagesCopy {
  write(path: string, text: string): Promise<void>
  /** Copies one more file of the repository, such as a test. */
  take(path: string): Promise<void>
  /** Replaces a text of a file. Throws if the file does not have it. */
  replace(path: string, text: string, by: string): Promise<void>
  /** Runs Node.js on the sources, in the folder of the copy. */
  node(...args: readonly string[]): Promise<string>
  /** Runs a program of the repository's dependencies, such as `vite/bin/vite.js`. */
  tool(path: string, ...args: readonly string[]): Promise<string>
  /** Checks the types of files and of what they import. Returns the errors. */
  typecheck(...files: readonly string[]): Promise<string>
  remove(): Promise<void>
}

/** Copies folders such as `core/src`, without their tests, into a folder of its own. The repository's dependencies are linked. */
export async function copyPackages(...folders: readonly string[]): Promise<PackagesCopy> {
  const scratch = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const modules = join(scratch, 'node_modules')
  await mkdir(join(modules, '@signalbox'), { recursive: true })
  for (const folder of folders) {
    const name = dirname(folder)
    await mkdir(join(scratch, 'packages', name), { recursive: true })
    await cp(join(root, 'packages', name, 'package.json'), join(scratch, 'packages', name, 'package.json'))
    await cp(join(root, 'packages', folder), join(scratch, 'packages', folder), {
      recursive: true,
      filter: (path) => !/\.(test|test-d|scenario)\.tsx?$|__snapshots__/.test(path),
    })
    await symlink(join(scratch, 'packages', name), join(modules, '@signalbox', name))
  }
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@signalbox' && !name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(modules, name))

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(scratch, path)), { recursive: true })
    await writeFile(join(scratch, path), text)
  }
  const node = async (...args: readonly string[]) =>
    (await run(process.execPath, ['--conditions=@signalbox/source', ...args], { cwd: scratch, maxBuffer: 2 ** 26 }))
      .stdout
  const tool = (path: string, ...args: readonly string[]) => node(join(root, 'node_modules', path), ...args)
  await write('package.json', '{ "type": "module" }')
  return {
    write,
    async take(path) {
      await mkdir(dirname(join(scratch, path)), { recursive: true })
      await cp(join(root, path), join(scratch, path))
    },
    async replace(path, text, by) {
      const before = await readFile(join(scratch, path), 'utf8')
      if (!before.includes(text)) throw new Error(`${path} has no ${text}`)
      await write(
        path,
        before.replace(text, () => by),
      )
    },
    node,
    tool,
    async typecheck(...include) {
      await write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include }))
      // What has not changed since the last time is not checked again.
      const incremental = ['--incremental', '--tsBuildInfoFile', join(scratch, 'tsc.json')]
      return tool('typescript/bin/tsc', '-p', scratch, ...incremental).catch(({ stdout }) => stdout)
    },
    remove: () => rm(scratch, { recursive: true, force: true }),
  }
}
