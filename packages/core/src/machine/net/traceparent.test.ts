import { describe, expect, it } from 'vitest'
import { readTraceparent, toTraceparent } from './traceparent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('a traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [`00-${TRACE}-${SPAN}-03`, 1],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, 1],
  ])('%s is read', (text, traceFlags) => {
    expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags })
  })

  it.each([
    '',
    TRACE,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01 `,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01\r\nX-Evil: 1`,
    `cc-${TRACE}-${SPAN}-01.more`,
  ])('%j is invalid', (text) => {
    expect(readTraceparent(text)).toBeUndefined()
  })

  it('is written in version 00', () => {
    expect(toTraceparent({ traceId: TRACE, spanId: SPAN, traceFlags: 1 })).toBe(`00-${TRACE}-${SPAN}-01`)
  })
})
