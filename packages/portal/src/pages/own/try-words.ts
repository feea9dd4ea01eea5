import { causes } from '@signalbox/core/gateway'
import type { Trial } from './records.ts'

/** Why the gateway refused a call, and the way out. */
export interface CauseWords {
  readonly text: string
  /** Whether another plan may help. */
  readonly way?: 'plans'
}

const ANOTHER_PLAN = 'The plan of this subscription does not allow the call: use a subscription to another plan.'
const TOKEN =
  'The operation requires a token or a certificate, and a try has neither. Call it with your own: the reference has the code.'
const LATER = 'Try again later.'

/** The ways out that the message of a cause does not name. */
const ways: Readonly<Record<string, Omit<CauseWords, 'text'> & { readonly words: string }>> = {
  'errors.credentials.missing': { words: TOKEN },
  'errors.credentials.invalid': { words: TOKEN },
  'errors.certificate.missing': { words: TOKEN },
  'errors.certificate.forbidden': { words: TOKEN },
  'errors.scope.insufficient': { words: TOKEN },
  'errors.consumer.forbidden': { words: ANOTHER_PLAN, way: 'plans' },
  'errors.method.forbidden': { words: ANOTHER_PLAN, way: 'plans' },
  'errors.subscription.paused': { words: 'Ask the owner of the API to resume it.' },
  'errors.subscription.closed': { words: 'Subscribe again.', way: 'plans' },
  'errors.address.forbidden': { words: 'Ask the owner of the API to allow it.' },
  'errors.body.invalid': { words: 'Compare the body with the reference.' },
  'errors.body.too.large': { words: 'Send a smaller one.' },
  'errors.quota.exceeded': { words: 'Wait for the next period, or choose a plan with a larger quota.', way: 'plans' },
  'errors.backend.unreachable': { words: LATER },
  'errors.backend.unavailable': { words: LATER },
  'errors.backend.timeout': { words: LATER },
  'errors.service.in.maintenance': { words: LATER },
}

/** Says in words why the gateway itself answered; `undefined` for an answer of the service behind it. */
export function causeWords({
  cause,
  headers,
  status,
}: Pick<Trial, 'cause' | 'headers' | 'status'>): CauseWords | undefined {
  if (cause === undefined) return undefined
  const message = causes.find(({ id }) => id === cause)?.message
  const { words, way } = Object.hasOwn(ways, cause) ? (ways[cause] as (typeof ways)[string]) : {}
  const seconds = headers.find(({ name }) => name.toLowerCase() === 'retry-after')?.value ?? ''
  const isLater = (status === 429 || status === 503) && /^\d{1,9}$/.test(seconds)
  const wait = isLater ? `It can be sent again in ${Number(seconds).toLocaleString('en')} s.` : ''
  const why = `From the gateway: ${message ?? cause}.`
  return { text: [why, words ?? '', wait].filter((one) => one !== '').join(' '), ...(way && { way }) }
}
