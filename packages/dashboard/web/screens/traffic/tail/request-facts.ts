import type { api } from '../../../calls/api.ts'
import { pathTo } from '../../../place/path-to.ts'
import { count, counted } from '../../../words/words.ts'
import { causeWords } from '../cause-words.ts'
import type { RequestLine } from './tail-events.ts'

/** How a data plane decided about a request. */
export type Decision = Awaited<ReturnType<typeof api.gateway.decision>>

/** Something that is known about a request. */
export interface Fact {
  readonly label: string
  readonly text: string
  /** Whether the text is an id, an address or code. */
  readonly isId?: boolean
  /** The screen of the record that is named. */
  readonly to?: string
}

type Release = NonNullable<RequestLine['releases']>[number]

/** What is known about a request: how it ended first, then what was decided, in the order in which it was. */
export function requestFacts(line: RequestLine, decision: Decision | undefined): readonly Fact[] {
  const { api, plan, consumer, status, ms, cause, denied, overLimit, draft, backendMs, attempts, target } = line
  const known = (label: string, text: string | undefined, more: Partial<Fact> = {}): readonly Fact[] =>
    text === undefined ? [] : [{ label, text, ...more }]
  const apiPath = api === undefined ? {} : { to: pathTo('/gateway/apis/:id', { id: api }) }
  return [
    { label: 'Ended', text: `${statusWords(status)} after ${count(ms)} ms` },
    ...known('Cause', cause && `${causeWords(cause)} (${cause})`),
    { label: 'Route', text: line.route ?? 'None matched', ...(line.route !== undefined && { isId: true, ...apiPath }) },
    ...known('Draft', draft ? 'The route is a draft' : undefined),
    ...(line.releases ?? []).map(releaseFact),
    ...known('Plan', plan, { isId: true, ...apiPath }),
    ...known('Consumer', consumer, { isId: true }),
    ...known('Credentials', denied && `Ignored, since none were needed: ${denied}`),
    ...known('Limit', overLimit ? 'Beyond a rate limit that only observes' : undefined),
    ...known('Backend', decision?.backend, { isId: true }),
    ...known('Target', target && targetWords(target, attempts), { isId: true }),
    ...known('Backend took', backendMs === undefined ? undefined : `${count(backendMs)} ms`),
    { label: 'Bodies', text: `${counted(line.bytesIn, 'byte')} in, ${counted(line.bytesOut, 'byte')} out` },
    { label: 'Client', text: line.address, isId: true },
    { label: 'Revision', text: `${line.revision}` },
    ...known('Trace', line.trace, { isId: true }),
  ]
}

const statusWords = (status: number): string => (status === 499 ? '499, the client left,' : `${status}`)

const targetWords = (target: string, attempts = 1): string =>
  attempts > 1 ? `${target}, after ${count(attempts)} attempts` : target

/** What a feature or an experiment decided. */
export function releaseFact(release: Release): Fact {
  if ('experiment' in release) {
    const { experiment, variant, backend, reason } = release
    const text =
      variant === undefined
        ? `${experiment}: no variant${because(reason)}`
        : `${experiment}: variant ${variant}${backend === undefined ? '' : `, backend ${backend}`}`
    return { label: 'Experiment', text, ...linkTo('/experiments/:id', experiment) }
  }
  const { feature, active, reason } = release
  const state = active === undefined ? 'not decided' : active ? 'active' : 'not active'
  return { label: 'Feature', text: `${feature}: ${state}${because(reason)}`, ...linkTo('/features/:id', feature) }
}

const because = (reason: string | undefined): string => (reason === undefined ? '' : ` (${reason})`)

/** Names that the caller may not read are `hidden`. */
const linkTo = (path: '/experiments/:id' | '/features/:id', id: string) =>
  id === 'hidden' ? {} : { to: pathTo(path, { id }) }
