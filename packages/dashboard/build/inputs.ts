import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The files that the page is built from. The build finds files of other packages. */
const own = () => [
  ...globSync('web/**/*.{ts,tsx,css,html,svg,woff2,txt}', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\./.test(file),
  ),
  ...globSync('{.,build}/*.ts', { cwd: root }),
  ...['package.json', '../../package-lock.json'],
]

/** Writes down which contents a page was built from. `modules` are the paths of all modules in it. */
export function writeInputs(folder: string, modules: readonly string[]): void {
  const others = modules
    .filter((file) => !file.includes('node_modules') && existsSync(file))
    .map((file) => relative(root, file))
  const files = [...new Set([...own(), ...others])].sort()
  writeFileSync(join(folder, 'inputs.json'), JSON.stringify({ files: others, digest: digestOf(files) }))
}

/** Whether the page in a folder was built from the present contents of its files. */
export function isCurrent(folder: string): boolean {
  const file = join(folder, 'inputs.json')
  if (!existsSync(file)) return false
  const { files, digest } = JSON.parse(readFileSync(file, 'utf8')) as { files: string[]; digest: string }
  return digestOf([...new Set([...own(), ...files])].sort()) === digest
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(root, file)
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}
