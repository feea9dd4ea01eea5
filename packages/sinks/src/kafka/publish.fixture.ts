import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { importing } from '../importing.fixture.ts'

/**
 * Starts a process that appends events up to `last`, in batches, and ends with the test. `lines` are what it reports:
 * `append 20` before each append, and `behind …` or `failed …` after one that failed. `acknowledged` counts the batches that
 * the topic has: those before the newest one that was sent.
 */
export function publish(
  brokers: readonly string[],
  topic: string,
  { last, batch }: { readonly last: number; readonly batch: number },
) {
  const program = fileURLToPath(new URL('publisher.fixture.ts', import.meta.url))
  const settings = [brokers.join(','), topic, String(last), String(batch)]
  const flags = [...importing, '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, program, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const acknowledged = () => new Set(lines.filter((line) => line.startsWith('append'))).size - 1
  return { child, lines, acknowledged, ended }
}
