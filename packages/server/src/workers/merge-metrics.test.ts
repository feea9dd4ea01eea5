import { expect, it } from 'vitest'
import { mergeMetrics } from './merge-metrics.ts'

const text = (count: number) => `# HELP requests_total Requests
# TYPE requests_total counter
requests_total{api="shop",path="{x} 1"} ${count}
requests_total{api="pets"} 2
# HELP in_flight Requests in progress
# TYPE in_flight gauge
in_flight 0
`

it('metrics of workers are listed together, each sample with its worker', () => {
  expect(
    mergeMetrics([
      { worker: 1, text: text(1) },
      { worker: 3, text: text(7) },
    ]),
  ).toBe(`# HELP requests_total Requests
# TYPE requests_total counter
requests_total{worker="1",api="shop",path="{x} 1"} 1
requests_total{worker="1",api="pets"} 2
requests_total{worker="3",api="shop",path="{x} 1"} 7
requests_total{worker="3",api="pets"} 2
# HELP in_flight Requests in progress
# TYPE in_flight gauge
in_flight{worker="1"} 0
in_flight{worker="3"} 0
`)
})

it('the end of OpenMetrics comes once', () => {
  const open = (worker: number) => ({ worker, text: `${text(worker)}# EOF\n` })
  expect(mergeMetrics([open(1), open(2)]).match(/# EOF\n/g)).toHaveLength(1)
  expect(mergeMetrics([open(1), open(2)])).toMatch(/\n# EOF\n$/)
  expect(mergeMetrics([])).toBe('')
})
