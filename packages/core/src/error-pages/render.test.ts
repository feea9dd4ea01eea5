import { describe, expect, it } from 'vitest'
import { causes } from './causes.ts'
import type { ErrorTemplate } from './error-template.ts'
import type { GatewayError } from './render.ts'
import { errorTemplateIds, renderError } from './render.ts'

const template = (members: Partial<ErrorTemplate> = {}): ErrorTemplate => ({ serviceId: 'global', ...members })
const error = (members: Partial<GatewayError> = {}): GatewayError => ({
  cause: 'errors.service.not.found',
  errorId: 'e1',
  ...members,
})
const body = (members: Partial<ErrorTemplate>, of: Partial<GatewayError> = {}) =>
  renderError(error(of), template(members)).body

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

  /** An independent statement of the order: which template each cause gets, given those that exist. */
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
    })
    expect(renderError(error({ accept: 'application/json' })).headers['Content-Type']).toBe('application/json')
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
