import { describe, expect, it } from 'vitest'
import { dashboard } from './index.ts'

const app = dashboard()
const page = '<style>h1 { color: red }</style><h1>Away</h1><script>parent.document</script>'

const post = (html: string, headers: Record<string, string>, body = `html=${encodeURIComponent(html)}`) =>
  app.request('http://box.example/preview', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

const ours = { 'Sec-Fetch-Site': 'same-origin' }

describe('the preview of an error page', () => {
  it('is the page itself, under a policy that runs and loads nothing', async () => {
    const answer = await post(page, ours)
    expect([answer.status, await answer.text()]).toEqual([200, page])
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^sandbox; default-src 'none'; style-src 'unsafe-inline'/,
    )
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect([answer.headers.get('Cache-Control'), answer.headers.get('X-Content-Type-Options')]).toEqual([
      'no-store',
      'nosniff',
    ])
  })

  it.each([
    ['the same origin', ours],
    ['a page over plain http', { Origin: 'http://box.example', Host: 'box.example' }],
  ])('is for %s', async (_, headers) => {
    expect((await post(page, headers)).status).toBe(200)
  })

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another site that claims our origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://box.example' }],
    ['a subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['somebody who types the address', { 'Sec-Fetch-Site': 'none' }],
    ['another origin', { Origin: 'http://evil.example', Host: 'box.example' }],
    ['an origin that is none', { Origin: 'null' }],
    ['a program', {}],
  ])('is not for %s', async (_, headers) => {
    const answer = await post(page, headers)
    expect([answer.status, (await answer.text()).includes('Away')]).toEqual([403, false])
  })

  it('is only posted, as a form, and not without bounds', async () => {
    expect((await app.request('http://box.example/preview', { headers: ours })).status).toBe(404)
    expect((await post(page, { ...ours, 'Content-Type': 'text/html' }, page)).status).toBe(415)
    expect((await post('x'.repeat(5 * 1024 * 1024), ours)).status).toBe(413)
    expect(await (await post('', ours, '')).text()).toBe('')
  })

  it('leaves other methods and paths to the host', async () => {
    for (const [method, path] of [
      ['PUT', '/preview'],
      ['POST', '/preview/x'],
      ['POST', '/features'],
    ])
      expect((await app.request(`http://box.example${path}`, { method: method!, headers: ours })).status).toBe(404)
  })
})
