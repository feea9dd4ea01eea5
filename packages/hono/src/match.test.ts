import { describe, expect, it } from 'vitest'
import { createMatcher } from './match.ts'

const paths = [
  ['GET', '/things?render=tree'],
  ['GET', '/things'],
  ['POST', '/things/_checks'],
  ['POST', '/things/{id}/check'],
  ['GET', '/things/{id}'],
  ['GET', '/things/{id}/parts/{part}'],
  ['GET', '/things/special/{name}/list'],
  ['GET', '/__proto__/{id}'],
] as const
const { find, methods } = createMatcher(paths.map(([method, path]) => ({ method, path, target: path })))
const get = (path: string, query: Record<string, string> = {}) => find('GET', path, (name) => query[name])

describe('a path', () => {
  it.each([
    ['/things', '/things', {}],
    ['/things/a:b', '/things/{id}', { id: 'a:b' }],
    ['/things/a/parts/b', '/things/{id}/parts/{part}', { id: 'a', part: 'b' }],
    ['/things/special/x/list', '/things/special/{name}/list', { name: 'x' }],
    ['/__proto__/constructor', '/__proto__/{id}', { id: 'constructor' }],
  ])('%s goes to %s', (path, target, params) => {
    expect(get(path)).toEqual({ target, params })
  })

  it.each([
    ['/things/_checks', { id: '_checks' }],
    ['/things/special', { id: 'special' }],
    ['/things/special/parts/x', { id: 'special', part: 'x' }],
  ])('%s is a parameter if the fixed segment does not match', (path, params) => {
    expect(get(path)?.params).toEqual(params)
  })

  it.each(['', '/', '/things/', '/things//parts/b', '/things/a/b', '/other', 'things', '/toString/a'])(
    '%j matches no route',
    (path) => {
      expect(get(path)).toBeUndefined()
      expect(methods(path)).toEqual([])
    },
  )

  it('has its parameters decoded once, if they are encoded', () => {
    expect(get('/things/a%2Fb')?.params).toEqual({ id: 'a/b' })
    expect(get('/things/%2541')?.params).toEqual({ id: '%41' })
    expect(get('/things/%zz')?.params).toEqual({ id: '%zz' })
  })

  it('lists its methods', () => {
    expect(methods('/things/_checks')).toEqual(['GET', 'POST'])
    expect(methods('/things/a/check')).toEqual(['POST'])
  })
})

describe('a query', () => {
  it('selects among routes of one path, those without a query last', () => {
    expect(get('/things', { render: 'tree' })?.target).toBe('/things?render=tree')
    expect(get('/things', { render: 'list' })?.target).toBe('/things')
  })
})
