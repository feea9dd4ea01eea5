import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** The CPU milliseconds that a new process needs to load and run a module. */
export async function cpuOf(module: string): Promise<number> {
  const report =
    'const { user, system } = process.cpuUsage()\nprocess.stdout.write(String(user + system))\nprocess.exit()'
  return Number(await output(`${module}\n${report}`)) / 1000
}

/** How many bytes of JavaScript a new process reads to load and run a module, without Node's own. */
export async function bytesRead(module: string): Promise<number> {
  const count = `
    import { statSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const read = new Map()
    registerHooks({
      load(url, context, next) {
        if (/^file:.*\\.[cm]?js$/.test(url)) read.set(url, statSync(new URL(url)).size)
        return next(url, context)
      },
    })`
  const report = 'process.stdout.write(String([...read.values()].reduce((sum, size) => sum + size, 0)))\nprocess.exit()'
  return Number(await output(`${count}\n${module}\n${report}`))
}

/** Runs a module as installed: without this repository's sources, whose types Node would have to strip. */
async function output(module: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', module], { cwd })
  return stdout
}
