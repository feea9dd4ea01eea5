import { renderPage, toSiteApi } from '@signalbox/portal/pages'
import { expect, it } from 'vitest'
import { redirectedIn } from './redirected.ts'

const api = toSiteApi({
  ...{ id: 'shop api', name: 'Shop', state: 'published', version: '1.0.0' },
  documentation: {
    resources: [{ path: ['guide'], title: 'Guide', text_content: 'x' }],
    redirections: [
      { from: '/old', to: '/guide' },
      { from: '/away', to: 'https://other.example/x' },
      { from: '/a', to: '/b' },
      { from: '/b', to: '/a' },
    ],
  },
})!
const render = (path: string) => renderPage({ site: { title: 'Developers', apis: [api] }, visitor: { now: 0 }, path })
const found = (path: string) => redirectedIn(path, { id: 'shop api', render })

it('a path leads to a page, to another address, or nowhere', () => {
  expect(found('/old')).toEqual({ to: '/guide/' })
  expect(found('old/')).toEqual({ to: '/guide/' })
  expect(found(' /away ')).toEqual({ to: 'https://other.example/x' })
  expect(found('/guide')).toEqual({ title: 'Guide' })
  for (const path of ['/a', '/nothing', '/%zz', '/..', '/a b']) expect(found(path)).toEqual({})
})

it('the first page has a title', () => {
  expect(found('/')).toEqual({ title: 'Shop' })
})
