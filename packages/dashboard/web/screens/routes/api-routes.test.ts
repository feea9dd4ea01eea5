import { describe, expect, it } from 'vitest'
import { withRoutes } from './api-routes.ts'
import { compiled, route } from './compiled.fixture.ts'
import { byApi } from './warnings.ts'

const routes = [
  route('fine', { paths: ['/fine'] }),
  route('broken', { paths: ['/broken'] }, { backend: 'gone' }),
  route('old', { paths: ['/old'] }, { enabled: false }),
]
const testing = { enabled: true, headerValue: 'secret' }

function warned(api: object) {
  const { routes, warnings } = compiled(api)
  const { rows } = withRoutes([], routes, byApi(warnings).get('shop') ?? [])
  return Object.fromEntries(
    rows.map((row) => [row.id, row.warnings.map(({ severity, code }) => `${severity} ${code}`)]),
  )
}

describe('warnings', () => {
  it('belong to the routes that they are about', () => {
    expect(warned({ routes })).toEqual({
      'shop:fine': [],
      'shop:broken': ['error backend.missing'],
      'shop:old': ['warning route.disabled'],
    })
  })

  it('about the API itself belong to its draft routes if it has no others', () => {
    expect(warned({ routes, testing, state: 'staging' })).toMatchObject({
      'testing_shop:fine': [],
      'testing_shop:broken': ['error backend.missing'],
    })
  })

  it('stay right while the routes of an API arrive by page', () => {
    const { routes: all, warnings } = compiled({ routes })
    const about = byApi(warnings).get('shop')!
    const first = withRoutes([], all.slice(0, 2), about)
    const { rows } = withRoutes(first.rows, all.slice(2), about)
    expect(rows.map(({ warnings }) => warnings.length)).toEqual([0, 1, 1])
  })
})
