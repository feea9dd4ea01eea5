import { describe, expect, it } from 'vitest'
import { apiOf, askApi, askSite, siteOf } from '../site.fixture.ts'

const order = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Made by *us*' },
    status: { type: 'string', enum: ['open', 'paid'], default: 'open' },
    customer: { $ref: '#/components/schemas/Customer' },
  },
}
const customer = {
  type: 'object',
  properties: {
    name: { type: ['string', 'null'], maxLength: 80 },
    parent: { $ref: '#/components/schemas/Customer' },
    address: { type: 'object', properties: { geo: { type: 'object', properties: { lat: { type: 'number' } } } } },
  },
}

/** A document of version 3.1 with one of each. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1', description: 'Orders and **payments**.' },
  servers: [{ url: 'http://10.0.0.1' }],
  tags: [{ name: 'Orders', description: 'What was bought' }],
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        ...{ operationId: 'getOrder', summary: 'Get an order', description: '# Notes\n\nSee [the guide](/guide).' },
        tags: ['Orders', 'Payments'],
        parameters: [
          {
            name: 'expand',
            in: 'query',
            description: 'What to add',
            schema: { type: 'array', items: { enum: ['items'] } },
          },
        ],
        responses: {
          200: {
            description: 'The order',
            headers: { 'X-Count': { schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            links: { pay: { operationId: 'pay' } },
          },
          404: { $ref: '#/components/responses/Gone' },
        },
      },
    },
    '/orders': {
      post: {
        ...{ operationId: 'pay', tags: ['Payments'], callbacks: { paid: {} } },
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' }, example: { id: "it's" } } },
        },
        responses: { 201: { description: 'Made' } },
      },
    },
    '/ping': { get: { responses: {} } },
  },
  components: {
    schemas: { Order: order, Customer: customer },
    responses: {
      Gone: {
        description: 'Unknown order',
        content: {
          'application/json': { schema: { oneOf: [order, customer], discriminator: { propertyName: 'kind' } } },
        },
      },
    },
  },
  webhooks: { 'order.paid': {} },
}

const withDocument = (json_content: object, members: object = {}) =>
  askApi(
    {
      resources: [
        { path: ['api'], title: 'API', json_content },
        { path: ['guide'], text_content: 'x' },
      ],
    },
    { routes: [{ id: 'all', frontend: { paths: ['/'] } }], ...members } as never,
  )

/** A page as a reader sees it. */
const seen = (html: string) =>
  html
    .replace(/<(td|p|li|h\d|summary)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/&#34;|&quot;/g, '"')
    .replace(/\s+/g, ' ')

describe('the reference', () => {
  it('has a page for each tag, in the order of the document, and one for operations without', () => {
    const ask = withDocument(document)
    const { main, markdown } = ask('reference/')
    expect([...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '../../billing/openapi.json',
      '../../billing/reference/orders/',
      '../../billing/reference/orders/#h-getorder',
      '../../billing/reference/payments/',
      '../../billing/reference/payments/#h-pay',
      '../../billing/reference/operations/',
      '../../billing/reference/operations/#h-get-ping',
    ])
    expect(main).toContain('<strong>payments</strong>')
    expect(seen(main)).toContain('Webhooks order.paid')
    expect(markdown).toContain('## [Orders](../../billing/reference/orders/)\n\n- GET /orders/{id}: Get an order')
    expect(ask('reference')).toMatchObject({ status: 308, location: './reference/' })
    for (const path of ['reference/nothing/', 'reference/orders/2/', 'reference/orders/x/', 'reference/nothing.md'])
      expect([path, ask(path).status]).toEqual([path, 404])
  })

  it('shows parameters, answers and members, with those of a path and of components', () => {
    const { main } = withDocument(document)('reference/orders/')
    const text = seen(main)
    for (const words of [
      'Get an order GET /orders/{id}',
      'id path, string, required',
      'expand query, array of value What to add',
      '200 The order Headers: X-Count Links: pay application/json Order',
      'id string (uuid), required Made by us',
      'status string One of: open, paid. Default: open.',
      'customer.name string or null Characters: at most 80.',
      'customer.parent Customer As above.',
      '404 Unknown order',
      'Discriminator: kind.',
    ])
      expect(text).toContain(words)
    expect(main).toContain('<h2 id="h-getorder">')
    expect(main).toContain('<h3 id="h-notes">Notes</h3>')
    expect(main).toContain('<a href="../../../billing/guide/">the guide</a>')
  })

  it('folds members from the third level on', () => {
    const { main } = withDocument(document)('reference/orders/')
    expect(main).toMatch(/<td><code>customer\.address<\/code>[\s\S]*?<details><summary>1 members?<\/summary>/)
  })

  it('names an operation on the pages of its other tags', () => {
    const { main } = withDocument(document)('reference/payments/')
    expect(main).toContain('<a href="../../../billing/reference/orders/#h-getorder">Get an order</a>')
    expect(seen(main)).toContain('Callbacks paid')
  })

  it('is Markdown, too', () => {
    const ask = withDocument(document)
    expect(ask('reference.md').markdown).toBe(ask('reference/').markdown.replaceAll('../../', '../'))
    const { markdown } = ask('reference/orders.md')
    expect(markdown).toContain('- `id` (path, string, required)')
    expect(markdown).toContain('- `status` (string, One of: open, paid, Default: open)')
    expect(markdown).toContain("curl 'https://api.example.com/v1/orders/ID'")
  })

  it('is in the sidebar, the search, the list for programs and the sitemap', () => {
    const ask = withDocument(document)
    expect(ask('guide/').html).toContain('<a href="../../billing/reference/orders/">Orders</a>')
    const results = JSON.parse(
      (ask('search/', { q: 'get an order', accept: 'application/json' }) as { text: string }).text,
    )
    expect(results.results[0]).toMatchObject({
      path: '../../billing/reference/orders/#h-getorder',
      title: 'Get an order',
    })
    expect((ask('llms.txt') as { text: string }).text).toContain('[Reference: Orders](../billing/reference/orders.md)')
    const sitemap = askSite(siteOf(apiOf({ resources: [{ path: ['api'], json_content: document }] })))('sitemap.xml')
    expect(sitemap.kind === 'file' && sitemap.body).toContain('billing/reference/orders/')
    expect(sitemap.kind === 'file' && sitemap.body).not.toContain('billing/api/')
  })

  it('reads version 2.0', () => {
    const old = {
      ...{
        swagger: '2.0',
        info: { title: 'Old' },
        host: '10.0.0.1',
        consumes: ['application/json'],
        produces: ['application/json'],
      },
      paths: {
        '/a': {
          post: {
            parameters: [
              { name: 'page', in: 'query', type: 'integer', default: 1 },
              { name: 'order', in: 'body', required: true, schema: { $ref: '#/definitions/Order' } },
            ],
            responses: {
              200: { description: 'Done', schema: { type: 'array', items: { $ref: '#/definitions/Order' } } },
            },
          },
        },
        '/b': { post: { parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }], responses: {} } },
      },
      definitions: { Order: { properties: { id: { type: 'integer' } } } },
    }
    const text = seen(withDocument(old)('reference/operations/').main)
    for (const words of [
      'page query, integer Default: 1.',
      'application/json Order',
      'application/json array of Order',
      '[].id integer',
      'multipart/form-data object',
      'file file, required',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('10.0.0.1')
  })

  it('another document than the first is a file at its path', () => {
    const ask = askApi({
      resources: [
        { path: ['api'], json_content: document },
        { path: ['other'], title: 'Other', json_content: { openapi: '3.0.0', paths: {} } },
      ],
    })
    expect(ask('other/').main).toContain('<a href="./?raw">OpenAPI document</a>')
    expect(askApi({ home: { title: 'A', json_content: document } })('').main).toContain(
      '<a href="../billing/reference/">Reference</a>',
    )
  })
})

describe('code', () => {
  const codeOf = (main: string) =>
    [...main.matchAll(/<summary>(curl|JavaScript|Python)<\/summary><pre tabindex="0"><code>([^<]*)<\/code>/g)].map(
      ([, , code = '']) => code.replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits))),
    )
  const plans = (type: string) => [{ id: 'p', status: 'published', access_mode_configuration_type: type }]
  const codeWith = (type: string, path = 'reference/payments/', members: object = {}) =>
    codeOf(
      askApi({ plans: plans(type), resources: [{ path: ['api'], json_content: document }] }, members as never)(path)
        .main,
    )

  it('calls the gateway, and quotes whatever the document says', () => {
    expect(codeWith('apikey')).toEqual([
      `curl -X POST 'https://api.example.com/v1/orders' \\\n  -u ID:SECRET \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{"id":"it'\\''s"}'`,
      'const response = await fetch("https://api.example.com/v1/orders", {\n  method: "POST",\n  headers: { "Authorization": `Basic ${btoa(`${ID}:${SECRET}`)}`, "Content-Type": "application/json" },\n  body: JSON.stringify({"id":"it\'s"}),\n})',
      'import requests\n\nresponse = requests.request(\n    "POST",\n    "https://api.example.com/v1/orders",\n    auth=(ID, SECRET),\n    headers={"Content-Type": "application/json"},\n    data="{\\"id\\":\\"it\'s\\"}",\n)',
    ])
  })

  it('proves who calls as the first plan asks', () => {
    expect(codeWith('jwt')[0]).toContain("-H 'Authorization: Bearer TOKEN'")
    expect(codeWith('mtls')[0]).toContain('--cert client.pem --key client.key')
    expect(codeWith('keyless')[0]).not.toMatch(/-u|Bearer|--cert/)
  })

  it('has $GATEWAY where the address is not known', () => {
    expect(codeWith('keyless', 'reference/orders/', { domain: '*.example.com' })[0]).toBe(`curl "$GATEWAY"'/orders/ID'`)
  })
})

describe('what the gateway adds', () => {
  const route = (paths: string[], members: object = {}) => ({
    id: paths.join(),
    frontend: { paths, methods: ['GET'], exact: true },
    ...members,
  })
  const flow = (id: string, plugin: string, config: object, slot: object = {}) => ({
    id,
    plugins: {
      slots: [
        { plugin: `cp:gateway.next.plugins.${plugin}`, enabled: true, include: [], exclude: [], config, ...slot },
      ],
    },
  })

  it('says which operations no route takes', () => {
    const ask = withDocument(document, { routes: [route(['/orders/:id'])] })
    expect(seen(ask('reference/orders/').main)).not.toContain('Not served')
    for (const page of ['payments', 'operations'])
      expect(seen(ask(`reference/${page}/`).main)).toContain(
        'Not served at the moment: the gateway has no route for it.',
      )
  })

  it.each([
    [['/orders/*'], true],
    [['/'], true],
    [['/orders'], false],
    [['/{any}/:id'], true],
    [['/orders/$id<[0-9]+>'], true],
    [['/orders/1'], false],
    [['/orders/:id/items'], false],
  ])('a route %j takes /orders/{id}: %s', (paths, isTaken) => {
    const isExact = paths[0] !== '/'
    const ask = withDocument(document, { routes: [{ id: 'a', frontend: { paths, exact: isExact } }] })
    expect(seen(ask('reference/orders/').main).includes('Not served')).toBe(!isTaken)
  })

  it('names plans, limits, previews and errors', () => {
    const plan = (id: string, configuration: object) => ({
      ...{
        id,
        name: id,
        status: 'published',
        access_mode_configuration_type: 'apikey',
        access_mode_configuration: configuration,
      },
    })
    const ask = askApi(
      {
        resources: [{ path: ['api'], json_content: document }],
        plans: [
          plan('Free', { readOnly: true, quota: { perDay: 10 } }),
          plan('Orders', { restrictions: { allowed: [{ path: '/orders*' }] } }),
          { ...plan('Hidden', {}), status: 'staging' },
        ],
      },
      {
        flows: [
          flow('limited', 'RateLimit', { rate: 5, window: 10, by: 'consumer' }),
          flow('preview', 'FeatureGate', { feature: 'secret:feature' }),
        ],
        routes: [
          route(['/orders/:id'], { flow_ref: 'limited' }),
          { id: 'post', frontend: { paths: ['/orders'], methods: ['POST'] }, flow_ref: 'preview' },
          route(['/ping']),
        ],
      } as never,
    )
    const [get, post, ping] = ['orders', 'payments', 'operations'].map((tag) => seen(ask(`reference/${tag}/`).main))
    expect(get).toContain('Plans: Free, Orders. Limits: 5 requests in 10 s for each consumer.')
    expect(get).toContain('429 errors.rate.limit.exceeded')
    expect(get).toContain('429 errors.quota.exceeded')
    expect(post).toContain('In preview: only some consumers can use it. Plans: Orders.')
    expect(ping).toContain('Plans: Free.')
    expect([get, post, ping].join()).not.toMatch(/secret:feature|Hidden/)
    expect(ask('reference/orders.md').markdown).toContain(
      '- 401 `errors.credentials.missing`: Credentials are required',
    )
  })

  it('follows which paths a plugin is for', () => {
    const flows = (slot: object) => [flow('f', 'RateLimit', { rate: 5, window: 1 }, slot)]
    const text = (slot: object) =>
      seen(
        withDocument(document, { flows: flows(slot), routes: [{ ...route(['/orders/:id']), flow_ref: 'f' }] })(
          'reference/orders/',
        ).main,
      )
    expect(text({ include: ['/v1/orders/*'] })).toContain('Limits: 5 requests')
    expect(text({ include: ['/v1/other/*'] })).not.toContain('Limits:')
    expect(text({ exclude: ['/v1/orders/*'] })).not.toContain('Limits:')
  })
})
