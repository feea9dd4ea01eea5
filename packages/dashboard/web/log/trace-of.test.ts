import { expect, test } from 'vitest'
import { traceOf } from './trace-of.ts'

test('the id of a trace is the second part of a traceparent', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(traceOf(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
  expect(traceOf(`01-${id}-00f067aa0ba902b7-01-more`)).toBe(id)
  expect(traceOf('nonsense')).toBeUndefined()
  expect(traceOf(undefined)).toBeUndefined()
})
