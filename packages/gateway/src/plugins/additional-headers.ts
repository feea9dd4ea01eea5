import type { HeaderEdits } from '../headers/header-view.ts'
import { defineCode } from '../plugin-api/define-code.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { compileTemplate } from './value-template.ts'

interface Config {
  readonly headers: Readonly<Record<string, string>>
}

/** Sets headers of the request to the backend. */
export const additionalHeadersIn = defineCode<Config>({
  stage: 'request',
  compile(config, context) {
    const setAll = compileHeaders(config, context)
    return {
      request(exchange) {
        setAll(exchange, exchange.out)
        return undefined
      },
    }
  },
})

/** Sets headers of the response, of refusals too. */
export const additionalHeadersOut = defineCode<Config>({
  stage: 'request',
  compile(config, context) {
    const setAll = compileHeaders(config, context)
    return {
      onRefusal: true,
      response(exchange, head) {
        setAll(exchange, head.headers)
        return undefined
      },
    }
  },
})

type SetHeaders = (exchange: Exchange, headers: HeaderEdits) => void

/**
 * Compiles headers with values that may refer to the request. A header is replaced. It is removed if it refers to
 * something absent, or if its value could not be sent: what a client sent under this name must not pass instead.
 */
function compileHeaders({ headers }: Config, context: SlotContext): SetHeaders {
  const compiled = Object.entries(headers).map(([name, text]) => ({ name, template: compileTemplate(text) }))
  const tell = reportOnce(context)
  return (exchange, edits) => {
    for (const { name, template } of compiled) {
      const value = template(exchange)
      if (value !== undefined && !UNSENDABLE.test(value)) edits.set(name, value)
      else {
        edits.remove(name)
        if (value !== undefined) tell(name)
      }
    }
  }
}

/** Reports a header once, because clients choose what its value contains, and could fill the log. */
function reportOnce({ report, route, slot }: SlotContext): (name: string) => void {
  const told = new Set<string>()
  return (name) => {
    if (told.has(name)) return
    told.add(name)
    report(
      new Error(
        `${slot.plugin} of the route ${route.id} left out the header ${name}: its value had a line break, another control character, or a character beyond Latin-1`,
      ),
    )
  }
}

/** What a field value cannot contain (RFC 9110, section 5.5). */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/
