import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { escapeSegment, toLocation } from '../shared/location.ts'

interface Config {
  readonly code: number
  readonly to: string
}

/** Redirects to another address. */
export const redirection = defineCode<Config>({
  stage: 'answer',
  compile({ code, to }) {
    const locationOf = compileLocation(to)
    return { request: (exchange) => ({ answer: { status: code, headers: ['Location', locationOf(exchange)] } }) }
  },
})

type Part = (exchange: Exchange) => string

/**
 * Compiles the target of a redirection.
 *
 * | in the text | stands for |
 * |---|---|
 * | `${path}` | the canonical path |
 * | `${query}` | the query with its question mark; after a question mark in the text, without |
 * | `:name` after `/` or `=` | a path parameter of the route, escaped; other names are text |
 *
 * A path stays on this host: it does not begin with two slashes, whatever the request contains.
 */
function compileLocation(to: string): Part {
  const texts = to.split(EXPRESSION)
  const parts = texts.map((text, i): string | Part => {
    if (i % 2 === 0) return text
    if (text === '${path}') return ({ path }) => path
    if (text === '${query}') return queryAfter(texts.slice(0, i).join(''))
    const name = text.slice(1)
    return ({ params }) => (Object.hasOwn(params, name) ? escapeSegment(params[name] as string) : text)
  })
  const isPath = to.startsWith('/')
  return (exchange) => {
    let location = ''
    for (const part of parts) location += typeof part === 'string' ? part : part(exchange)
    return toLocation(isPath ? location.replace(LEADING, '/') : location)
  }
}

/** Splits a text into other text and expressions, in turn. */
const EXPRESSION = /(\$\{path\}|\$\{query\}|(?<=[/=]):[A-Za-z_]\w*)/

/** Browsers treat a backslash in front of a host as a slash. */
const LEADING = /^[/\\]+/

function queryAfter(before: string): Part {
  if (!before.includes('?')) return ({ query }) => query
  const link = /[?&]$/.test(before) ? '' : '&'
  return ({ query }) => (query.length > 1 ? `${link}${query.slice(1)}` : '')
}
