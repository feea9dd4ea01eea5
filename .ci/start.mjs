// Starts a program of this repository on Node, with the flags of this process, on a free port if it serves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Resolves as soon as the program says where it serves (`url`), or has ended. `exit` is its code and signal. */
export async function start(program, env = {}) {
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SIGNALBOX_LOG: 'pretty', SIGNALBOX_ACCESS_LOG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  const exit = once(child, 'exit').finally(() => process.off('exit', kill))
  const url = await new Promise((resolve) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        console.log(line)
        const [found] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? []
        if (found) resolve(found)
      })
      .on('close', () => resolve(undefined))
  })
  return { url, exit, stop: () => child.kill('SIGTERM') }
}
