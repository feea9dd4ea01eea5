import { describe, expect, it } from 'vitest'
import { getHeader, getHeaders, isSendable, removeHeader, setHeader } from './header-list.ts'

const list = () => ['A', '1', 'b', '2', 'a', '3', 'B', '4']

describe('a list of headers', () => {
  it('is read without regard to case', () => {
    expect([getHeader(list(), 'b'), getHeaders(list(), 'a'), getHeader(list(), 'c')]).toEqual([
      '2',
      ['1', '3'],
      undefined,
    ])
  })

  it('never takes a value for a name', () => {
    expect([getHeader(['x', 'a', 'a', '1'], 'a'), getHeaders(['x', 'a'], 'a')]).toEqual(['1', []])
    const values = ['x', 'a']
    removeHeader(values, 'a')
    setHeader(values, 'a', '1')
    expect(values).toEqual(['x', 'a', 'a', '1'])
  })

  it('keeps the order of the others when a header is removed', () => {
    const left = list()
    removeHeader(left, 'a')
    expect(left).toEqual(['b', '2', 'B', '4'])
  })

  it('has one value of a header that is set: in its place, or at the end', () => {
    const changed = list()
    setHeader(changed, 'B', 'new')
    expect(changed).toEqual(['A', '1', 'a', '3', 'b', 'new'])
    setHeader(changed, 'b', 'newer')
    setHeader(changed, 'C', '5')
    expect(changed).toEqual(['A', '1', 'a', '3', 'b', 'newer', 'C', '5'])
  })

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\u0100'])('cannot carry %j', (value) => {
    expect([isSendable(value), isSendable('caf\xe9\t')]).toEqual([false, true])
  })
})
