import { describe, expect, it } from 'vitest'
import { pathTo } from './path-to.ts'

describe('the path of a screen', () => {
  it('holds its parameters, percent-encoded', () => {
    expect(pathTo('/features/:id', { id: 'shop:express' })).toBe('/features/shop:express')
    expect(pathTo('/features/:id', { id: 'a?b#c/d e:f' })).toBe('/features/a%3Fb%23c%2Fd%20e:f')
    expect(pathTo('/features', {})).toBe('/features')
  })

  it('takes ids that look like members of objects or patterns of replacements', () => {
    expect(pathTo('/features/:id', { id: '__proto__' })).toBe('/features/__proto__')
    expect(pathTo('/features/:id', { id: "$&$'" })).toBe("/features/%24%26%24'")
  })
})
