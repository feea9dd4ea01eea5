import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeSink } from './describe-sink.ts'
import { memoryDestination } from './sink/memory-destination.ts'
import type { SinkHarness } from './sink/sink-test.ts'

function harness(isExact: boolean): SinkHarness {
  const { open, records, stall } = memoryDestination({ isExact })
  return {
    open,
    readAll: async () => records.slice(),
    stall: async () => stall(),
    appendUnacknowledged: (events, after) => open().append(events, after, new AbortController().signal),
  }
}

describeSink('in memory', () => harness(true), { isExact: true })
describeSink('in memory, without a position', () => harness(false), { isExact: false })

/** The titles of the failed tests of each suite in `broken-sinks.fixture.ts`. */
async function failures(): Promise<Map<string, string[]>> {
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const config = fileURLToPath(new URL('sink/broken-sinks.config.fixture.ts', import.meta.url))
  const { VITEST: _, VITEST_WORKER_ID: __, VITEST_POOL_ID: ___, ...env } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'broken-sinks-'))
  const report = join(folder, 'report.json')
  const args = [vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`]
  await new Promise((resolve) => execFile(process.execPath, args, { env }, resolve)) // its tests fail
  const text = await readFile(report, 'utf8').finally(() => rm(folder, { recursive: true }))
  const { testResults } = JSON.parse(text) as {
    testResults: readonly {
      assertionResults: readonly { ancestorTitles: readonly string[]; title: string; status: string }[]
    }[]
  }
  const found = new Map<string, string[]>()
  for (const { ancestorTitles, title, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    const suite = ancestorTitles[0] ?? ''
    found.set(suite, [...(found.get(suite) ?? []), ...(status === 'failed' ? [title] : [])])
  }
  return found
}

it('the suite fails for sinks that break their promise', async () => {
  const found = await failures()
  const of = (name: string) => found.get(`the sink ${name}`)
  expect(of('that is sound')).toEqual([])
  expect(of('that stores repeats')).toContain('may repeat a batch')
  expect(of('that stores repeats')).toContain('that are late add nothing twice, and nothing out of order')
  expect(of('that leaves gaps')).toContain('with a position that is ahead of the destination are refused')
  expect(of('that reverses batches')).toContain('arrive in order, and move the position')
  expect(of('that drops the last event')).toContain('may have gaps between ids, and may begin at any id')
  expect(of('that changes texts')).toContain('keep every character, in texts of any length')
  expect(of('that forgets its position')).toContain('are there for a sink that is opened later')
  expect(of('that acknowledges early')).toContain(
    'of a destination that stalls end with the signal, and nothing is lost',
  )
})
