import type { Hono } from 'hono'

/** A browser without script: it keeps cookies, follows redirects, and sends forms. */
export function createVisitor(app: Hono, mount = '/portal') {
  const cookies = new Map<string, string>()
  let at = `http://portal.test${mount}/`
  let response = new Response()
  let text = ''

  async function ask(
    method: string,
    path: string,
    body?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<string> {
    at = new URL(path, at).href
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    response = await app.request(at, {
      method,
      headers: {
        ...(cookie !== '' && { Cookie: cookie }),
        ...(method === 'POST' && { Origin: new URL(at).origin }),
        ...headers,
      },
      ...(body && { body }),
    })
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (/Max-Age=0/.test(one)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('Location')
    if (location !== null && new URL(location, at).host === new URL(at).host) return ask('GET', location)
    text = await response.text()
    return text
  }

  /** The form of a page with a button, with the values that it has. */
  function formWith(label: string) {
    const forms = text.match(/<form method="post"[\s\S]*?<\/form>/g) ?? []
    const form = forms.find((one) => one.includes(`>${label}</button>`))
    if (!form) throw new Error(`No form has the button ${label}: ${text.replace(/<[^>]*>/g, ' ').slice(0, 800)}`)
    const values = new URLSearchParams()
    for (const [, tag = ''] of form.matchAll(/<input([^>]*)>/g)) {
      const [, name] = /name="([^"]*)"/.exec(tag) ?? []
      const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? []
      if (name !== undefined && (!tag.includes('type="checkbox"') || tag.includes(' checked')))
        values.set(name, decoded(value))
    }
    for (const [, name = '', options = ''] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
      values.set(
        name,
        decoded(/<option value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? ''),
      )
    return { action: decoded(/action="([^"]*)"/.exec(form)?.[1] ?? at), values }
  }

  return {
    cookies,
    open: (path: string) => ask('GET', path),
    /** Sends the form with a button. */
    send(
      label: string,
      typed: Readonly<Record<string, string>> = {},
      headers: Record<string, string> = {},
    ): Promise<string> {
      const { action, values } = formWith(label)
      for (const [name, value] of Object.entries(typed)) values.set(name, value)
      return ask('POST', action, values, headers)
    },
    post: (path: string, values: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
      ask('POST', path, new URLSearchParams(values), headers),
    formWith,
    status: () => response.status,
    header: (name: string) => response.headers.get(name),
    url: () => at,
    text: () => text,
  }
}

const decoded = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
