import {
  type CauseId,
  createErrorPages,
  type ErrorTemplate,
  errorTemplateIds,
  proxyStatus,
  type ErrorPages as Render,
} from '@signalbox/core/gateway'
import type { FailureDetail } from '../backend/failures.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { Answer } from '../plugin-api/hooks.ts'
import type { Refused } from '../plugin-api/refused.ts'

/** Renders the responses of the gateway itself. */
export type ErrorPages = (state: ExchangeState, refused: Refused & FailureDetail) => Answer

interface Options {
  /** Whether responses have the header `Proxy-Status`. */
  readonly proxyStatus: boolean
}

const builtIn = createErrorPages()

/** Creates the renderer over the error templates that are served, by id. Pages are prepared once for each template. */
export function errorPages(templates: ReadonlyMap<string, ErrorTemplate>, options: Options): ErrorPages {
  const renders = new WeakMap<ErrorTemplate, Render>()

  function renderOf({ route }: ExchangeState): Render {
    if (templates.size === 0) return builtIn
    const ids = errorTemplateIds({ route: route?.id, api: route?.api_ref })
    const template = ids.map((id) => templates.get(id)).find((one) => one !== undefined)
    if (!template) return builtIn
    const render = renders.get(template) ?? createErrorPages(template)
    renders.set(template, render)
    return render
  }

  return (state, { refuse: cause, status, message, violated, fieldErrors, headers = [], proxyError }) => {
    const { id: errorId, accept, method } = state
    const page = renderOf(state)({ cause, status, message, errorId, accept, method, violated, fieldErrors })
    const list: string[] = []
    for (const name in page.headers) list.push(name, page.headers[name] as string)
    if (options.proxyStatus) list.push('Proxy-Status', statusOf(cause, proxyError))
    list.push(...headers)
    return { status: page.status, headers: list, body: method === 'HEAD' ? undefined : page.body }
  }
}

/** The value of `Proxy-Status`, made once for each cause without a more precise error. */
function statusOf(cause: CauseId, error: string | undefined): string {
  if (error !== undefined) return proxyStatus(cause, NAME, error)
  const known = statuses.get(cause)
  if (known !== undefined) return known
  const made = proxyStatus(cause, NAME)
  if (statuses.size < MOST_STATUSES) statuses.set(cause, made)
  return made
}

const NAME = 'signalbox'
const statuses = new Map<string, string>()
const MOST_STATUSES = 500
