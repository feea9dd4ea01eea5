/** A backend and a route that sends it all requests, or the sentence that says what is wrong with its address. */
export type FirstBackend = { readonly members: object } | { readonly problem: string }

const PROBLEM = 'Type an address such as https://billing.internal:8443 or localhost:3000'

/** Reads the address of the first backend of an API. Without a protocol it is http. */
export function firstBackend(text: string): FirstBackend {
  const typed = text.trim()
  if (typed === '') return { members: {} }
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isHttp) return { problem: PROBLEM }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return { problem: 'Leave out the user, the password, the query and the fragment.' }
  const tls = url.protocol === 'https:'
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port)
  const root = url.pathname.replace(/\/+$/, '')
  const backend = {
    ...(root !== '' && { root }),
    targets: [{ hostname: url.hostname, port, ...(tls && { tls }) }],
  }
  const route = { id: 'all', name: 'All requests', backend: 'main', frontend: { paths: ['/'] } }
  return { members: { backends: [{ id: 'main', backend }], routes: [route] } }
}
