import { expect, it } from 'vitest'
import { addressFrom, readPath } from './paths.ts'
import { apiOf, askApi, askSite, elementsOf, siteOf } from './site.fixture.ts'

const resources = [
  { path: ['guide'], text_content: 'x' },
  { path: ['a b', 'ü'], text_content: 'y' },
]

it.each([
  ...[
    'billing//',
    '//',
    'billing//guide/',
    'billing/./guide/',
    'billing/../billing/',
    '..',
    '.',
    'billing/%2e%2e/',
    'billing/%2E/',
  ],
  ...[
    'billing%2fguide/',
    'billing/%2Fguide/',
    'billing/guide%5c',
    'billing\\guide',
    'billing/%00',
    'billing/%0d%0a',
    'billing/%',
    'billing/%ff',
  ],
  ...['billing/guide/~', '~', '~/', '~/assets/', '~/assets/../x', '__proto__', 'billing/__proto__/', 'constructor/'],
])('%s is 404, and its links lead to the mount', (path) => {
  const found = askSite(siteOf(apiOf({ resources })))(path)
  expect(found).toMatchObject({ kind: 'page', status: 404 })
  const html = found.kind === 'page' ? found.html : ''
  const base = new URL(
    `https://a.example/developers/${path.replaceAll('\\', '%5C').replaceAll(/(%2e|\.)+(?=\/|$)/gi, 'x')}`,
  )
  const links = elementsOf(html).filter(({ attributes }) => attributes.class === 'site')
  for (const { attributes } of links) expect(new URL(attributes.href ?? '', base).pathname).toBe('/developers/')
})

it('segments are decoded once, and encoded in links', () => {
  const ask = askApi({ resources })
  expect(ask('a%20b/%C3%BC/').main).toContain('<p>y</p>')
  expect(ask('a%2520b/%C3%BC/').status).toBe(404)
  expect(ask().html).toContain('href="../billing/a%20b/%C3%BC/"')
  expect(addressFrom(1, ['\ud800', '?#'], true)).toBe('../%EF%BF%BD/%3F%23/')
})

it.each([['../x'], ['.'], ['..', 'a'], ['a\u0000'], [''], [], [5], 'a/../b'])(
  'a resource with the path %j has no page',
  (...path) => {
    const given = path.length === 1 && typeof path[0] === 'string' && path[0].includes('/../') ? path[0] : path
    const { html } = askApi({ resources: [{ path: given as string[], title: 'Nowhere', text_content: 'z' }] })()
    expect(html).not.toContain('Nowhere')
  },
)

it('the depth is the number of slashes, which is what browsers go up', () => {
  expect(readPath('')).toEqual({ segments: [], depth: 0, isFolder: true })
  expect(readPath('a/b')).toEqual({ segments: ['a', 'b'], depth: 1, isFolder: false })
  expect(readPath('a%2fb/')).toEqual({ depth: 1, isFolder: true })
})
