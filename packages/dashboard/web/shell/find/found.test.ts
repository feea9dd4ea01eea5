import { describe, expect, it } from 'vitest'
import { distinct, hasWords, isContext, isRequest, patternOf } from './found.ts'

const thing = (id: string) => ({ id, title: id, kind: 'feature', run() {} })

describe('what was found', () => {
  it('is shown once, where it was found first; empty groups are left out', () => {
    const groups = distinct([
      { title: 'Last visited', found: [thing('a')] },
      { title: 'Features', found: [thing('a'), thing('__proto__')] },
      { title: 'Others', found: [thing('a')] },
    ])
    expect(groups.map(({ title, found }) => [title, ...found.map(({ id }) => id)])).toEqual([
      ['Last visited', 'a'],
      ['Features', '__proto__'],
    ])
  })

  it('has all words, in any case and order', () => {
    expect([hasWords('Go to Features', 'feat GO'), hasWords('Go to Features', 'go away')]).toEqual([true, false])
  })
})

describe('a text to find', () => {
  it('is a context if it is a JSON object', () => {
    expect(['{"id":"a"}', ' {} ', '{"id"', '[1]', '"a"', 'a'].map(isContext)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('is a request if it is a curl command or a request line', () => {
    const requests = ['curl https://a/', '$ curl -I a', 'GET /a', 'POST https://a/ HTTP/1.1\nHost: a']
    expect(requests.filter((text) => !isRequest(text))).toEqual([])
    const others = ['curl', 'curly hair', 'get features', 'GET', 'GET features', '/a', 'https://a/', '{}', '']
    expect(others.filter(isRequest)).toEqual([])
  })

  it('becomes a pattern of ids, unless no id has such characters', () => {
    expect([patternOf('express'), patternOf(' shop  express '), patternOf('<b>'), patternOf(' ')]).toEqual([
      '*express*',
      '*shop*express*',
      undefined,
      undefined,
    ])
  })
})
