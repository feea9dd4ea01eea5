import { describe, expect, it } from 'vitest'
import { checkMatch, fromTag, isTagIn, toTag } from './etag.ts'

describe('an entity tag', () => {
  it('is a version in quotes', () => {
    expect(toTag('17')).toBe('"17"')
  })

  it.each([
    ['"17"', '17'],
    ['""', ''],
    ['W/"17"', '17'],
    ['17', undefined],
    [null, undefined],
  ])('in the header %s is of the version %s', (header, version) => {
    expect(fromTag(header)).toBe(version)
  })
})

describe('a header of entity tags', () => {
  it.each([
    ['"1"', true, true],
    ['"2"', false, false],
    ['"2", "1"', true, true],
    ['"2","1" ', true, true],
    ['*', true, true],
    ['W/"1"', false, true],
    ['"2", W/"1"', false, true],
    ['1', false, false],
    ['', false, false],
    ['"11"', false, false],
  ])('%s has "1": %s when compared strongly, %s weakly', (header, strong, weak) => {
    expect(isTagIn(header, '"1"')).toBe(strong)
    expect(isTagIn(header, '"1"', true)).toBe(weak)
  })

  it.each([undefined, '"1"', '*', '"0", "1"', 'W/"1"', '"0",W/"1"'])('%s admits a write of version 1', (ifMatch) => {
    expect(() => checkMatch(ifMatch, 'feature', 'a', '1')).not.toThrow()
  })

  it.each(['"2"', 'W/"2"', 'w/"1"', 'W/1', ''])('%j rejects a write of version 1', (ifMatch) => {
    expect(() => checkMatch(ifMatch, 'feature', 'a', '1')).toThrow(
      expect.objectContaining({
        code: 'PRECONDITION_FAILED',
        errors: [{ message: 'error.version', args: ['a'] }],
        message: expect.stringContaining('feature a has changed'),
      }),
    )
  })
})
