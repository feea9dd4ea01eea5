import type { HeaderEdits } from '../../headers/header-view.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import { compileTemplate } from './value-template.ts'

/** The configuration of the plugins that add headers. */
export interface AddedHeaders {
  readonly headers: Readonly<Record<string, string>>
}

type SetHeaders = (exchange: Exchange, headers: HeaderEdits) => void

/**
 * Compiles headers with values that may refer to the request. A header is replaced. It is removed if it refers to
 * something absent, or if its value could not be sent: what a client sent under this name must not pass instead.
 */
export function compileHeaders({ headers }: AddedHeaders, context: SlotContext): SetHeaders {
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
