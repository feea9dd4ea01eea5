import { causes } from '@signalbox/core/gateway'
import { matchHere } from '../../match/match-here.ts'
import { causeIn, labelOf } from './pages.ts'

/** The error that a preview shows. */
export interface Shown {
  readonly cause: string
  readonly status: number
  readonly form: Form
}

/** What a client asks for with its `Accept` header. */
export type Form = 'html' | 'json' | 'problem'

/** The forms of a response, with the header that asks for them. */
export const forms = [
  { value: 'html', label: 'HTML', accept: 'text/html' },
  { value: 'json', label: 'JSON', accept: 'application/json' },
  { value: 'problem', label: 'Problem', accept: 'application/problem+json' },
] as const satisfies readonly { readonly value: Form; readonly label: string; readonly accept: string }[]

/** The header that asks for a form. */
export const acceptOf = (form: Form): string => forms.find(({ value }) => value === form)!.accept

/** The causes that clients see, with their message and their status. */
export const shownCauses = causes.filter((cause) => !('logOnly' in cause))

/** The status of a cause; that of failures for causes that are not the gateway's own. */
export const statusOf = (cause: string): number => causes.find(({ id }) => id === cause)?.status ?? 500

/** An error for which a page of a template is made. Reads a signal, as `matchHere` does. */
export function errorFor(pointer: string): Pick<Shown, 'cause' | 'status'> {
  const cause = causeIn(pointer) ?? examples[pointer] ?? 'errors.gateway.failure'
  const known = shownCauses.find(({ id }) => id === cause) ?? firstMatch(cause)
  return { cause: known?.id ?? cause, status: known?.status ?? 500 }
}

function firstMatch(expression: string) {
  const matches = matchHere(expression, 'whole')
  return matches && shownCauses.find(({ id }) => matches(id))
}

const examples: Readonly<Record<string, string>> = {
  '/template40x': 'errors.service.not.found',
  '/template50x': 'errors.backend.unavailable',
  '/templateBuild': 'errors.service.under.construction',
  '/templateMaintenance': 'errors.service.in.maintenance',
}

/** Which page a client gets, and why, in a sentence. `from` is the page that the service has chosen. */
export function choiceSentence({ cause, status, form }: Shown, from: string | undefined): string {
  if (form !== 'html') return 'The client asks for JSON: pages are HTML, only the messages apply.'
  if (from === undefined) return `No page is written for ${cause} with ${status}: the gateway shows its own.`
  const generic = causeIn(from)
  if (generic === cause) return `The page for the cause ${cause} takes precedence over all others.`
  if (generic !== undefined) return `The expression ${generic} matches the cause ${cause}, and takes precedence.`
  const kind = status >= 400 && status < 500 ? '4xx' : status >= 500 ? '5xx' : String(status)
  if (from === '/template40x') return 'The page for 4xx: no page for its cause is written.'
  if (from === '/template50x') return `${labelOf(from)}: no other page for ${kind} is written.`
  return `The page “${labelOf(from)}”, because of the cause ${cause}.`
}
