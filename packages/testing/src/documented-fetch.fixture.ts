import { type Complain, hold, paths } from './api/document.ts'

type Fetch = (request: Request) => Response | Promise<Response>

/** Fixed paths come before those with parameters. */
const known = Object.keys(paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`) }))
  .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

/** Wraps `fetch` and checks each exchange against the OpenAPI document: path, status and media type must be in it. */
export const documentedFetch =
  (fetch: Fetch, complain: Complain): Fetch =>
  async (request) => {
    const { pathname } = new URL(request.url)
    const answer = await fetch(request)
    const path = known.find(({ pattern }) => pattern.test(pathname))?.path ?? ''
    const method = request.method.toLowerCase()
    const said = paths[path]?.[method]?.responses[answer.status]
    const told = `${request.method} ${pathname} answers ${answer.status}`
    if (!said) {
      complain(`${told}, which the document does not have`)
      return answer
    }
    const type = answer.headers.get('Content-Type')
    const isProblem = answer.status >= 400
    const types = isProblem ? ['application/problem+json'] : Object.keys(said.content ?? {})
    if (type === null ? types.length > 0 : !types.includes(type))
      complain(`${told} as ${type}, and the document says ${types.join(' or ')}`)
    if (isProblem) hold(await answer.clone().json(), ['components', 'schemas', 'Problem'], complain)
    return answer
  }
