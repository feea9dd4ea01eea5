import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { causes } from './causes.ts'
import { createErrorPages } from './create-error-pages.ts'
import type { ErrorTemplate } from './error-template.ts'
import type { GatewayError } from './gateway-error.ts'
import { errorTemplateIds, renderError } from './render.ts'

const template = (members: Partial<ErrorTemplate> = {}): ErrorTemplate => ({ serviceId: 'global', ...members })
const error = (members: Partial<GatewayError> = {}): GatewayError => ({
  cause: 'errors.service.not.found',
  errorId: 'e1',
  ...members,
})
const body = (members: Partial<ErrorTemplate>, of: Partial<GatewayError> = {}) =>
  renderError(error(of), template(members)).body

/** The problem type of draft-ietf-httpapi-ratelimit-headers. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

describe('the page of an error', () => {
  const all = {
    template40x: '40x',
    template50x: '50x',
    templateBuild: 'build',
    templateMaintenance: 'maintenance',
  }
  const generic = { 'errors.service.not.found': 'exact', 'errors\\.service\\..*': 'service', 'errors.*': 'any' }

  const isMaintenance = (cause: string) => cause === 'errors.service.in.maintenance'
  const isBuild = (cause: string) => cause === 'errors.service.under.construction'
  const isService = (cause: string) => cause.startsWith('errors.service.')

  /** An independent statement of the order: which of the existing templates each cause gets. */
  const expected = (cause: string, status: number, has: (name: string) => boolean) => {
    if (has('generic')) return cause === 'errors.service.not.found' ? 'exact' : isService(cause) ? 'service' : 'any'
    if (isMaintenance(cause) && has('templateMaintenance')) return 'maintenance'
    if (isBuild(cause) && has('templateBuild')) return 'build'
    if (status < 500 && has('template40x')) return '40x'
    return has('template50x') ? '50x' : undefined
  }
  const names = ['generic', ...Object.keys(all)]
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, i) => bits & (1 << i)))
  const accepts = [undefined, 'text/html', 'application/json', 'text/html;q=0.4, application/problem+json;q=0.5']

  it.each(causes)(
    'for $id is the first that is not empty, in the contract’s order',
    ({ id: cause, status, message }) => {
      for (const present of subsets) {
        const has = (name: string) => present.includes(name)
        const members = Object.fromEntries(Object.entries(all).map(([name, text]) => [name, has(name) ? text : '']))
        const own = template({ ...members, genericTemplates: has('generic') ? generic : {} })
        for (const accept of accepts) {
          const answer = renderError({ cause, errorId: 'e1', accept }, own)
          expect(answer.status).toBe(status)
          if (accept?.includes('json')) {
            expect(JSON.parse(answer.body)).toEqual({
              ...(accept.includes('problem') && {
                type: /quota|rate/.test(cause) ? QUOTA_EXCEEDED : 'about:blank',
                title: expect.stringMatching(/^[A-Z]/),
                status,
                detail: message,
              }),
              'gateway-error-id': 'e1',
              'gateway-error': message,
              'gateway-cause': cause,
              'gateway-raw-error': message,
            })
            continue
          }
          const page = expected(cause, status, has)
          if (page === undefined) expect(answer.body).toMatch(/^<!doctype html>/)
          else expect(answer.body, `${cause} among ${present.join()}`).toBe(page)
        }
      }
    },
  )

  it('of an exact cause has precedence over an earlier regular expression', () => {
    expect(body({ genericTemplates: { 'errors.*': 'any', 'errors.service.not.found': 'exact' } })).toBe('exact')
  })

  it('of several regular expressions is the first', () => {
    expect(body({ genericTemplates: { 'errors.s.*': 'first', 'errors.*': 'second' } })).toBe('first')
    expect(body({ genericTemplates: { 'errors.*': 'second', 'errors.s.*': 'first' } })).toBe('second')
  })

  it('needs a regular expression to match the whole cause', () => {
    expect(body({ genericTemplates: { service: 'part', 'errors\\.service': 'start' }, template40x: '40x' })).toBe('40x')
  })

  it.each([
    ['errors.credentials.missing', 'errors.no.api.key'],
    ['errors.backend.circuit.open', 'errors.circuit.breaker.open'],
    ['errors.quota.exceeded', 'errors.too.much.requests'],
  ])('of the cause %s can have the key %s of Otoroshi, after the exact cause', (cause, synonym) => {
    const genericTemplates = { 'errors.*': 'any', [synonym]: 'synonym' }
    expect(body({ genericTemplates }, { cause })).toBe('synonym')
    expect(body({ genericTemplates: { ...genericTemplates, [cause]: 'exact' } }, { cause })).toBe('exact')
  })

  it('skips an empty generic template', () => {
    const genericTemplates = { 'errors.service.not.found': '', 'errors.*': 'any' }
    expect(body({ genericTemplates })).toBe('any')
  })

  it('is a built-in page without a template', () => {
    for (const { id } of causes) {
      const { body } = renderError({ cause: id, errorId: 'an-id' })
      expect(body).toContain('an-id')
      expect(body).not.toMatch(/\$\{|undefined|src=|href=/)
    }
  })
})

describe('the message of an error', () => {
  const page = { template50x: '${status}|${message}|${cause}|${otoroshiMessage}|${errorId}' }

  it('replaces every placeholder of the page', () => {
    expect(body(page, { status: 404, message: 'gone' })).toBe('404|gone|errors.service.not.found|gone|e1')
  })

  it('is the message of the cause by default', () => {
    expect(body(page)).toBe(
      '404|There is no service at this address|errors.service.not.found|There is no service at this address|e1',
    )
  })

  it('of a custom cause is the cause, with 500', () => {
    expect(body(page, { cause: 'errors.own' })).toBe('500|errors.own|errors.own|errors.own|e1')
  })

  it('is replaced by messages of the template, the raw message never', () => {
    const messages = { 'message-404': 'nowhere', 'message-500': 'other', 'errors.service.not.found': 'no such service' }
    expect(body({ ...page, messages }, { message: 'raw' })).toBe('404|nowhere|no such service|raw|e1')
    expect(JSON.parse(body({ ...page, messages }, { message: 'raw', accept: 'application/json' }))).toEqual({
      'gateway-error-id': 'e1',
      'gateway-error': 'nowhere',
      'gateway-cause': 'no such service',
      'gateway-raw-error': 'raw',
    })
  })

  it('can have the id of the cause in Otoroshi as key, after the exact cause', () => {
    const cause = 'errors.credentials.missing'
    const messages = { 'errors.no.api.key': 'no key' }
    expect(body({ template50x: '${cause}', messages }, { cause })).toBe('no key')
    expect(body({ template50x: '${cause}', messages: { ...messages, [cause]: 'exact' } }, { cause })).toBe('exact')
  })

  it('leaves unknown placeholders unchanged', () => {
    expect(body({ template50x: '${name} ${ message } $message ${MESSAGE} ${status' })).toBe(
      '${name} ${ message } $message ${MESSAGE} ${status',
    )
  })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onload="x', '&quot; onload=&quot;x'],
    ["'`&amp;", '&#39;&#96;&amp;amp;'],
    ['${status} ${errorId}', '${status} ${errorId}'],
    ['$& $1 $$', '$&amp; $1 $$'],
    ['a\r\nSet-Cookie: b', 'a\r\nSet-Cookie: b'],
  ])('is escaped: %j', (hostile, shown) => {
    const own = { template50x: '<p title="${message}">${cause} ${otoroshiMessage} ${errorId}</p>' }
    const id = shown.replace(/[\r\n ]/g, '')
    expect(body(own, { message: hostile, cause: hostile, errorId: hostile })).toBe(
      `<p title="${shown}">${shown} ${shown} ${id}</p>`,
    )
    const messages = { 'message-500': hostile, own: hostile }
    expect(body({ ...own, messages }, { cause: 'own', message: '' })).toBe(`<p title="${shown}">${shown}  e1</p>`)
  })

  it.each(['constructor', '__proto__', 'toString'])('may be called %s', (cause) => {
    expect(body({ ...page, messages: {} }, { cause })).toBe(`500|${cause}|${cause}|${cause}|e1`)
  })
})

describe('the answer', () => {
  it('has its media type, and is not cached', () => {
    expect(renderError(error()).headers).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'Gateway-Error': 'true',
      'Gateway-Error-Id': 'e1',
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'Content-Security-Policy': expect.stringMatching(/^default-src 'none'; /),
    })
    expect(renderError(error({ accept: 'application/json' })).headers).toEqual({
      'Content-Type': 'application/json',
      'Gateway-Error': 'true',
      'Gateway-Error-Id': 'e1',
      'Cache-Control': 'no-store',
      Vary: 'Accept',
    })
    const problem = renderError(error({ accept: 'application/problem+json' }))
    expect(problem.headers['Content-Type']).toBe('application/problem+json')
  })

  it('to HEAD has the same headers, and no body', () => {
    for (const accept of ['text/html', 'application/json', 'application/problem+json']) {
      const { status, headers } = renderError(error({ accept, method: 'GET' }))
      expect(renderError(error({ accept, method: 'HEAD' }))).toEqual({ status, headers, body: '' })
    }
  })

  it('allows the script of the built-in page, and no other', async () => {
    for (const { id } of causes) {
      const { headers, body } = renderError({ cause: id, errorId: 'e1' })
      const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text as string)
      expect(scripts).toHaveLength(1)
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(scripts[0]))
      expect(headers['Content-Security-Policy']).toBe(
        `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; script-src 'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`,
      )
    }
  })

  it.each([
    ['<h1>${status}</h1>', true],
    ['<p>content-security-policy</p><meta http-equiv="refresh">', true],
    ['<meta http-equiv="Content-Security-Policy" content="script-src https:">', false],
    ["<META content='default-src *'\n HTTP-EQUIV = content-security-policy>${message}", false],
    ['<meta name="a">${message}<meta charset="utf-8" http-equiv=\'content-security-policy\'>', false],
  ])('from the template %s has a content security policy: %s', (template50x, expected) => {
    const { headers } = renderError(error(), template({ template50x }))
    expect(headers['Content-Security-Policy'] !== undefined).toBe(expected)
  })

  it('in the form of RFC 9457 has the messages of the template', () => {
    const messages = { 'message-404': '"nowhere"' }
    const { body, status } = renderError(
      error({ accept: 'application/problem+json', message: 'raw\n' }),
      template({ messages }),
    )
    expect([status, JSON.parse(body)]).toEqual([
      404,
      {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: '"nowhere"',
        'gateway-error-id': 'e1',
        'gateway-error': '"nowhere"',
        'gateway-cause': 'errors.service.not.found',
        'gateway-raw-error': 'raw\n',
      },
    ])
  })

  it.each([
    [200, 'Error'],
    [418, 'Client Error'],
    [429, 'Too Many Requests'],
    [599, 'Server Error'],
  ])('in the form of RFC 9457 has a title for the status %i', (status, title) => {
    const { body } = renderError(error({ accept: 'application/problem+json', status }))
    expect(JSON.parse(body)).toMatchObject({ status, title })
  })

  it('does not depend on what was rendered before', () => {
    const any = fc.record(
      {
        cause: fc.oneof(fc.constantFrom('errors.quota.exceeded', 'errors.service.in.maintenance', 'own'), fc.string()),
        errorId: fc.string(),
        status: fc.constantFrom(404, 429, 500),
        message: fc.string({ unit: 'binary' }),
        accept: fc.constantFrom('text/html', 'application/json', 'application/problem+json'),
        method: fc.constantFrom('GET', 'HEAD'),
      },
      { requiredKeys: ['cause', 'errorId'] },
    )
    const own = template({
      template40x: '${message} ${cause} ${otoroshiMessage}',
      messages: { 'message-404': '<', own: '"' },
    })
    for (const one of [undefined, own]) {
      const render = createErrorPages(one)
      fc.assert(
        fc.property(any, (given) => {
          expect(render(given)).toEqual(createErrorPages(one)(given))
          expect(renderError(given, one)).toEqual(render(given))
        }),
      )
    }
  })

  it('has headers that no text can break', () => {
    const { headers } = renderError(error({ errorId: 'a\r\nSet-Cookie: b=ü', message: '\r\n', cause: '\r\nx: y' }))
    expect(headers['Gateway-Error-Id']).toBe('aSet-Cookie:b=')
    expect(() => new Headers(headers)).not.toThrow()
  })

  it('to a cause of 50,000 characters is not delayed by a hostile expression', () => {
    const cause = `${'a'.repeat(50_000)}!`
    expect(
      body({ genericTemplates: { '(a+)+$': 'matched', '(a|aa)+': 'matched' }, template50x: 'rest' }, { cause }),
    ).toBe('rest')
  })
})

describe('the template of a request', () => {
  it('is that of its route, of its API, or the global one', () => {
    expect(errorTemplateIds({ route: 'shop:cart', api: 'shop' })).toEqual(['shop:cart', 'shop', 'global'])
    expect(errorTemplateIds({ api: 'shop' })).toEqual(['shop', 'global'])
    expect(errorTemplateIds({})).toEqual(['global'])
  })

  it('of a draft route can be that of the published route', () => {
    expect(errorTemplateIds({ route: 'testing_shop:cart', api: 'shop' })).toEqual([
      'testing_shop:cart',
      'shop:cart',
      'shop',
      'global',
    ])
  })
})

it('a problem about limits names those that the request is beyond', () => {
  const error = { cause: 'errors.quota.exceeded', errorId: 'e1', violated: ['day'] }
  const problem = JSON.parse(renderError({ ...error, accept: 'application/problem+json' }).body)
  expect(problem).toMatchObject({ type: QUOTA_EXCEEDED, 'violated-policies': ['day'] })
  expect(JSON.parse(renderError({ ...error, accept: 'application/json' }).body)).not.toHaveProperty('violated-policies')
})

describe('what is wrong with a request', () => {
  const fieldErrors = { '/name': [{ message: 'error.required', args: [] }] }
  const invalid = { cause: 'errors.body.invalid', fieldErrors }

  it.each(['application/json', 'application/problem+json'])('is in the form %s', (accept) => {
    expect(JSON.parse(renderError(error({ ...invalid, accept })).body)).toMatchObject({ fieldErrors })
  })

  it('is not in pages for people', () => {
    expect(renderError(error({ ...invalid, accept: 'text/html' })).body).not.toContain('error.required')
  })
})
