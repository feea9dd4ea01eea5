import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The core as it is published. */
export interface BuiltCore {
  /** The file of each entry point by its specifier, such as `@signalbox/core/wire`. */
  readonly entries: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

const core = fileURLToPath(new URL('../../core/', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** Builds the core into a folder where its dependencies can be resolved. */
export async function buildCore(): Promise<BuiltCore> {
  await mkdir(`${modules}.cache`, { recursive: true })
  const folder = await mkdtemp(`${modules}.cache/bench-`)
  const tsup = `${modules}tsup/dist/cli-default.js`
  await promisify(execFile)(process.execPath, [tsup, '--no-dts', '--out-dir', folder], { cwd: core })
  // Without it, Node.js parses each file twice to learn that it is a module.
  await writeFile(posix.join(folder, 'package.json'), '{ "type": "module" }')
  const { name, exports } = JSON.parse(await readFile(`${core}package.json`, 'utf8')) as {
    name: string
    exports: Readonly<Record<string, { readonly default: string }>>
  }
  const files = Object.entries(exports).map(([path, target]) => [
    posix.join(name, path),
    posix.join(folder, posix.basename(target.default)),
  ])
  return {
    entries: Object.fromEntries(files) as Record<string, string>,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
