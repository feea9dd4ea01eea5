import type { Exchange } from '../../plugin-api/exchange.ts'

/** The value of a header for one request; `undefined` if it refers to something absent. */
export type ValueTemplate = (exchange: Exchange) => string | undefined

/**
 * Compiles the value of a header. All other text, such as an unknown `${…}`, is sent as written.
 *
 * | in the text | stands for |
 * |---|---|
 * | `${req.header.<name>}` | the values of a header of the request, joined by `, ` |
 * | `${req.pathparams.<name>}` | a path parameter, decoded |
 * | `${consumer.id}` | who calls |
 * | `${route.id}` | the id of the compiled route |
 * | `${request.id}` | the request id |
 *
 * @example
 * compileTemplate('tenant-${req.pathparams.tenant}')(exchange) // 'tenant-acme'
 */
export function compileTemplate(text: string): ValueTemplate {
  const parts = text.split(EXPRESSION).map((part, i) => (i % 2 === 0 ? part : toTemplate(part)))
  if (parts.length === 1) return () => text
  return (exchange) => {
    let value = ''
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : part(exchange)
      if (piece === undefined) return undefined
      value += piece
    }
    return value
  }
}

/** Splits a text into other text and expressions, in turn. */
const EXPRESSION =
  /\$\{(req\.header\.[\w!#$%&'*+.^`|~-]+|req\.pathparams\.[A-Za-z_]\w*|consumer\.id|route\.id|request\.id)\}/

/** Names of headers and parameters may contain dots. */
const NAMED = /^req\.(header|pathparams)\.(.+)$/

function toTemplate(expression: string): ValueTemplate {
  const [, kind, name = ''] = NAMED.exec(expression) ?? []
  if (kind === 'header') return headerTemplate(name.toLowerCase())
  if (kind === 'pathparams') return ({ params }) => (Object.hasOwn(params, name) ? params[name] : undefined)
  return facts[expression as keyof typeof facts]
}

const headerTemplate =
  (name: string): ValueTemplate =>
  ({ headers }) =>
    headers.has(name) ? headers.all(name).join(', ') : undefined

const facts = {
  'consumer.id': ({ consumer }) => consumer?.id,
  'route.id': ({ route }) => route.id,
  'request.id': ({ id }) => id,
} satisfies Record<string, ValueTemplate>
