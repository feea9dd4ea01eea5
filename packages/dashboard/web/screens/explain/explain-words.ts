import { isSecretParameter } from '@signalbox/core/gateway'
import { asSentence, listed } from '../../words/words.ts'
import { conditionWords } from '../api/routes/conditions.ts'
import { allowanceWords } from '../route/match-words.ts'
import { type Considered, type Explanation, HIDDEN, type Release } from './explanation.ts'

/** What happens to a request, in a sentence, and whether that is what one hopes for. */
export interface OutcomeWords {
  readonly is: 'clear' | 'caution' | 'danger'
  readonly text: string
}

/** The outcome of an explanation as a sentence. */
export function outcomeWords(explanation: Explanation, method: string): OutcomeWords {
  const { outcome, refused, forward, candidates } = explanation
  const route = routeWords(explanation.route)
  const rule = refused?.rule === HIDDEN ? 'you can’t read why' : refused?.rule
  switch (outcome) {
    case 'answered':
      return { is: 'clear', text: 'The gateway responds itself, without a route.' }
    case 'not-found':
      return { is: 'danger', text: 'No route takes this request: the gateway responds 404.' }
    case 'method': {
      const others = candidates.flatMap(({ because, expected }) => (because === 'method' && expected ? [expected] : []))
      const methods = [...new Set(others.flatMap((one) => one.split(', ')))]
      const which = methods.length === 0 ? '' : `, but with ${listed(methods)}`
      return { is: 'danger', text: `No route takes this URL with ${method}${which}: the gateway responds 405.` }
    }
    case 'refused':
      return explanation.route === undefined
        ? { is: 'danger', text: asSentence(`The gateway refuses this request: ${rule}`) }
        : { is: 'danger', text: asSentence(`${route} takes this request and refuses it: ${rule}`) }
    case 'route': {
      if (refused) return { is: 'danger', text: asSentence(`${route} takes this request, but can’t send it: ${rule}`) }
      const backend = forward?.backend === undefined ? '' : ` and sends it to the backend ${forward.backend}`
      return { is: 'clear', text: `${route} takes this request${backend}.` }
    }
  }
}

const routeWords = (id: string | undefined): string =>
  id === undefined || id === HIDDEN ? 'A route of an API that you can’t read' : id

/** Why a route does not take a request, as a sentence. `first` is why another one that would comes before it. */
export function lostWords({ because, expected, got }: Considered, first?: string): string {
  switch (because) {
    case 'host':
      return has(expected) ? `It is for ${expected}, not for ${got}.` : 'It is for another host.'
    case 'path':
      return has(expected) ? `The whole path must be ${expected}; it is ${got}.` : 'The whole path must match.'
    case 'method':
      return has(expected) ? `It takes ${listed(expected.split(', '))}, not ${got}.` : 'It takes other methods.'
    case 'header':
      return conditionLost('header', { expected, got })
    case 'query':
      return conditionLost('query parameter', { expected, got })
    case 'draft':
      return has(expected)
        ? `It is a draft route: it takes requests of testers, with the header ${expected}.`
        : 'It is a draft route: it takes requests of testers.'
    case 'disallowed':
      return `It doesn’t allow ${allowed(got)} in paths.`
    case 'later':
      return first === undefined
        ? 'It also matches, but has lower precedence.'
        : `It also matches, but has lower precedence: ${first}.`
    default:
      return 'It doesn’t take the request.'
  }
}

const has = (text: string | undefined): text is string => text !== undefined && text !== ''

const allowed = (names: string | undefined): string =>
  has(names) ? listed(names.split(', ').map(allowanceWords)) : 'what the request has'

interface Difference {
  readonly expected: string | undefined
  readonly got: string | undefined
}

function conditionLost(what: string, { expected, got }: Difference): string {
  const [name, condition] = named(expected)
  if (name === undefined) return `It requires another ${what}.`
  const [, value] = named(got)
  const isSecret = isSecretParameter(name)
  const requires = `It requires that the ${what} ${name} ${isSecret ? 'has a certain value' : conditionWords(condition ?? '')}`
  if (value === undefined) return `${requires}; the request has none.`
  return isSecret ? `${requires}; the request has another one.` : `${requires}; it is ${value}.`
}

/** `name: value`. */
function named(text: string | undefined): readonly [name?: string, value?: string] {
  const at = text?.indexOf(': ') ?? -1
  return text === undefined || at < 0 ? [] : [text.slice(0, at), text.slice(at + 2)]
}

/** What a feature or an experiment decided, after its name, as the end of a sentence. */
export function releaseWords(release: Release): string {
  if ('experiment' in release) {
    const { variant, backend, reason } = release
    if (variant !== undefined)
      return `variant ${variant}${backend === undefined ? '' : `, which goes to the backend ${backend}`}`
    if (release.experiment === HIDDEN) return 'decides; you can’t read it'
    return reason === undefined ? 'the client has no variant' : `no variant: ${reasonWords(reason)}`
  }
  const { active, reason } = release
  if (active === undefined) return `not decided here: ${reasonWords(reason ?? '')}`
  return `${active ? 'active' : 'not active'}${reason === undefined ? '' : `: ${reasonWords(reason)}`}`
}

const reasons = {
  UNKNOWN: 'there is no such feature',
  SCRIPT: 'a script decides',
  CONSUMER: 'the consumer decides, and explanations don’t identify consumers',
  NOT_READY: 'the gateway hasn’t loaded the features yet',
  ERROR: 'it can’t be evaluated for this request',
  DISABLED: 'it is off',
  STATIC: 'everyone gets it',
  TARGETING_MATCH: 'a rule is true',
  DEFAULT: 'no rule is true',
  SPLIT: 'by its share',
  LAYER: 'the client is outside the range of the layer',
  AUDIENCE: 'the audience is not true for the client',
} as const

const reasonWords = (reason: string): string =>
  Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason.toLowerCase().replaceAll('_', ' ')

const states = {
  usable: 'Answering',
  unhealthy: 'Unhealthy: its health checks fail',
  ejected: 'Ejected: too many requests failed in a row',
  open: 'Its circuit breaker is open',
  resting: 'It takes no connections: other targets get its requests',
  drained: 'Drained: it was taken out of service',
  idle: 'Idle: its weight is 0',
  backup: 'Backup: used only if no other target is usable',
} as const

/** The state of a target in words. */
export const targetWords = (state: string): string =>
  Object.hasOwn(states, state) ? states[state as keyof typeof states] : state

/** How the request was read, in words: its address and whether the peer is trusted. */
export function readWords({ address, trusted }: Explanation['canonical']): string {
  const from = address === '' ? 'an unknown address' : address
  return trusted ? `${from}, by a trusted proxy` : from
}
