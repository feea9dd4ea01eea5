import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setUp } from '../pipeline/pipeline.fixture.ts'
import { secretHeaders } from './secrets.ts'
import type { TracingOptions } from './tracing-options.ts'

const page = readFileSync(new URL('../../docs/observing.md', import.meta.url), 'utf8')
const section = (heading: string): string => page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The names in the first cells of the table below a heading. */
const firstCells = (heading: string): string[] =>
  [...section(heading).matchAll(/^\| ([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
  )

it('the page names every member of a line of the access log', async () => {
  const written: string[] = []
  const log = { write: (lines: string) => void written.push(lines), query: true, headers: ['X-A'] }
  const { gateway, decide } = setUp({ export_reporting: true }, { log })
  const headers = ['Host', 'shop.example', 'X-A', '1', 'traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]
  const times = { calledAt: 1, headAt: 2 }
  gateway.pipeline.finish(await decide({ target: '/?a=1', headers }), {
    ...{ status: 502, cause: 'errors.backend.reset', bytesIn: 0, bytesOut: 0, ...times },
  })
  await gateway.close()
  const line = JSON.parse(written.join(''))
  const members = [...Object.keys(line), ...Object.keys(line.details)]
  expect(members).toHaveLength(25)
  const rare = ['plan', 'consumer', 'denied', 'draft', 'overLimit']
  expect(firstCells('Access log').toSorted()).toEqual([...members, ...rare].toSorted())
})

it('the page names every option of traces', () => {
  const options = { api: true, tracer: true, parents: true } satisfies Record<keyof TracingOptions, true>
  expect(firstCells('Traces')).toEqual(Object.keys(options))
})

it('the page names the headers that are left out', () => {
  const named = section('What is left out').toLowerCase()
  for (const name of secretHeaders) if (!name.startsWith('gateway-')) expect(named).toContain(`\`${name}\``)
})
