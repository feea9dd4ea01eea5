import type { HeaderList } from '../headers/header-list.ts'
import { responseHops } from '../request/header-rules.ts'
import { setsOwnCookie } from '../request/own-cookies.ts'

/**
 * The headers of a response that are passed on: without headers of the connection (RFC 9110, section 7.6.1), headers
 * that `Connection` names, cookies of the control plane, and `X-Request-Id`, which the gateway sets.
 */
export function passedOn(rawHeaders: readonly string[]): HeaderList {
  const list: HeaderList = []
  let named: readonly string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    const value = rawHeaders[i + 1] as string
    const lower = name.toLowerCase()
    if (lower === 'connection') named = [...named, ...value.toLowerCase().split(',')]
    else if (!responseHops.has(lower) && lower !== 'x-request-id' && !(lower === 'set-cookie' && setsOwnCookie(value)))
      list.push(name, value)
  }
  const extra = named
    .map((name) => name.trim())
    .filter((name) => name !== 'close' && name !== 'keep-alive' && name !== '')
  return extra.length === 0 ? list : withoutNames(list, new Set(extra))
}

const withoutNames = (list: HeaderList, names: ReadonlySet<string>): HeaderList =>
  list.filter((_, i) => !names.has((list[i - (i % 2)] as string).toLowerCase()))
