import { describe, expect, it } from 'vitest'
import { withRoutes } from './api-routes.ts'
import { compiled, route } from './compiled.fixture.ts'
import { selectRoutes } from './route-query.ts'
import { byApi } from './warnings.ts'

const shop = compiled({
  domain: 'api.shop.example',
  context_path: '/shop',
  flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.Compression' }] } }],
  routes: [
    route('orders', { paths: ['/orders'], methods: ['GET', 'POST'] }, { name: 'All orders' }),
    route('limited', { paths: ['/limited'] }, { flow_ref: 'f' }),
    route('old', { paths: ['/old'], methods: ['DELETE'] }, { enabled: false }),
    route('broken', { paths: ['/broken'] }, { backend: 'gone' }),
  ],
  testing: { enabled: true, headerValue: 'secret' },
})
const other = compiled({ id: 'shop-eu', routes: [route('orders', { paths: ['/eu'] })] })
const rows = [shop, other].flatMap(({ routes, warnings }) => {
  const id = routes[0]!.api_ref
  return withRoutes([], routes, byApi(warnings).get(id) ?? []).rows
})
const found = (text: string) => selectRoutes(rows, text).map(({ id }) => id)

describe('a search for routes', () => {
  it.each([
    ['orders', ['shop:orders', 'testing_shop:orders', 'shop-eu:orders']],
    ['ORDERS api.shop', ['shop:orders', 'testing_shop:orders']],
    ['api:shop is:live', ['shop:orders', 'shop:limited', 'shop:old', 'shop:broken']],
    ['api:sho eu', ['shop-eu:orders']],
    ['api:nothing', []],
    ['api:shop method:post is:live', ['shop:orders', 'shop:limited', 'shop:broken']],
    ['method:delete,post is:disabled,draft old', ['shop:old', 'testing_shop:old']],
    ['is:refused', ['shop:broken', 'testing_shop:broken']],
    ['is:warned is:live', ['shop:old', 'shop:broken']],
    ['plugin:compress', ['shop:limited', 'testing_shop:limited']],
    ['backend:gone is:live', ['shop:broken']],
    ['all orders', ['shop:orders', 'testing_shop:orders']],
  ])('%s', (text, ids) => {
    expect(found(text)).toEqual(ids)
  })

  it('is not narrowed by a filter that is being typed', () => {
    expect(found('api: is:')).toHaveLength(rows.length)
  })
})
