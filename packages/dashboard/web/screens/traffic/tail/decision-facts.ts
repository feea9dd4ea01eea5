import { pathTo } from '../../../place/path-to.ts'
import { count, counted } from '../../../words/words.ts'
import { causeWords } from '../cause-words.ts'
import { type Decision, type Fact, releaseFact } from './request-facts.ts'

/** What a data plane remembers of a request. */
export function decisionFacts(decision: Decision): readonly Fact[] {
  const {
    api,
    route,
    plan,
    consumer,
    backend,
    target,
    attempts = 1,
    status,
    cause,
    ms,
    revision,
    releases = [],
  } = decision
  const known = (label: string, text: string | undefined, more: Partial<Fact> = {}): readonly Fact[] =>
    text === undefined ? [] : [{ label, text, isId: true, ...more }]
  const to = api === undefined ? {} : { to: pathTo('/gateway/apis/:id', { id: api }) }
  const called = target && (attempts > 1 ? `${target}, after ${counted(attempts, 'attempt')}` : target)
  return [
    { label: 'Ended', text: `${status} after ${count(ms)} ms` },
    ...known('Cause', cause && `${causeWords(cause)} (${cause})`, { isId: false }),
    ...known('API', api, to),
    { label: 'Route', text: route ?? 'None matched', ...(route !== undefined && { isId: true }) },
    ...releases.map(releaseFact),
    ...known('Plan', plan, to),
    ...known('Consumer', consumer),
    ...known('Backend', backend),
    ...known('Target', called),
    { label: 'Revision', text: String(revision), isId: true },
  ]
}

/** Who answered, in a sentence. */
export function decisionSentence({ status, cause, target, route }: Decision): string {
  if (cause !== undefined) return `The gateway answered ${status}: ${causeWords(cause)}.`
  if (target !== undefined) return `The backend answered ${status}. The gateway passed that on.`
  return route === undefined ? `No route took the request, so it got ${status}.` : `A plugin answered ${status}.`
}
