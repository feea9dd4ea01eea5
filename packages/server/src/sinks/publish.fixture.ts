import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { importing } from '../fixtures/importing.fixture.ts'
import type { Publishing, Report } from './outage-publisher.fixture.ts'

/** Starts a server that writes and copies events. */
export function publish(publishing: Publishing) {
  const program = fileURLToPath(new URL('outage-publisher.fixture.ts', import.meta.url))
  const flags = [...importing, '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(publishing)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const reports: Report[] = []
  child.on('message', (report) => void reports.push(report as Report))
  return {
    reports,
    last: () => reports.at(-1),
    stopWriting: () => void child.send('stop'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
