import { expect, it } from 'vitest'
import { familiesOf } from './families.fixture.ts'
import { problemsOf } from './promql.fixture.ts'

const families = familiesOf(`# HELP calls_total Calls
# TYPE calls_total counter
calls_total{api="shop",route="a"} 3
# HELP age_seconds Age
# TYPE age_seconds gauge
age_seconds 1
# HELP took_seconds Durations
# TYPE took_seconds histogram
took_seconds_bucket{api="shop",le="1"} 3
took_seconds_bucket{api="shop",le="+Inf"} 3
took_seconds_sum{api="shop"} 2
took_seconds_count{api="shop"} 3
`)

it.each([
  ['sum by (api) (rate(calls_total{job="a", route!=""}[$__rate_interval]))', '{{api}}'],
  ['max by (instance) (age_seconds)', '{{instance}}'],
  ['topk(3, sum by (route) (increase(calls_total[$__range])))', '{{route}}'],
  ['histogram_quantile(0.9, sum by (le, api) (rate(took_seconds_bucket[5m])))', '{{api}}'],
  ['sum(rate(took_seconds_sum[5m])) / sum(rate(took_seconds_count[5m]))', ''],
])('%s has no problems', (expression, legend) => {
  expect(problemsOf(expression, families, legend)).toEqual([])
})

it.each([
  ['sum(rate(calls_total[5m])', 'Syntax error'],
  ['rate(requests_total[5m])', 'requests_total does not exist'],
  ['rate(calls_total{status="500"}[5m])', 'calls_total has no label status'],
  ['sum by (status) (rate(calls_total[5m]))', 'calls_total has no label status'],
  ['sum(calls_total)', 'The counter calls_total stands outside of rate or increase'],
  ['rate(age_seconds[5m])', 'age_seconds is no counter'],
  ['histogram_quantile(0.9, sum by (api) (rate(took_seconds_bucket[5m])))', 'took_seconds_bucket is not grouped by le'],
  ['sum by (le) (rate(took_seconds_bucket[5m]))', 'took_seconds_bucket stands outside of histogram_quantile'],
  ['rate(took_seconds[5m])', 'took_seconds does not exist'],
])('%s has a problem', (expression, problem) => {
  expect(problemsOf(expression, families).join()).toContain(problem)
})

it('a legend names no label that is summed up', () => {
  const expression = 'sum by (api) (rate(calls_total[5m]))'
  expect(problemsOf(expression, families, '{{route}}')[0]).toContain('The legend has the label route')
})
