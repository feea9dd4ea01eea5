import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies the files of a repository that Git knows or would add. Packages are links to those installed in it. */
export function copyRepository(root: string, copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0').filter(Boolean))
    try {
      cpSync(join(root, file), join(copy, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // deleted, and not committed yet
    }
  const ours: Record<string, string> = {}
  for (const folder of readdirSync(join(root, 'packages')))
    ours[JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')).name] = folder
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@signalbox' && !ours[name])
  for (const name of installed) link(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const [name, folder] of Object.entries(ours))
    link(join(copy, 'packages', folder), join(copy, 'node_modules', name))
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
