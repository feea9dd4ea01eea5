import type { Piece } from '../../kinds/pieces.ts'
import { pathTo } from '../../place/path-to.ts'
import type { Need } from './needs.ts'

/** The state of a backend, as a data plane of the service judges it. */
export interface ListedBackend {
  readonly api: string
  /** Whether only draft routes use it. */
  readonly draft: boolean
  readonly backend: string
  /** Whether the backend is stored for all APIs. */
  readonly stored: boolean
  /** Whether broken targets get requests nevertheless. */
  readonly isPanicking: boolean
  readonly targets: readonly ListedTarget[]
}

interface ListedTarget {
  readonly target: string
  readonly state: string
  /** What led to the state; of a usable target why its last health check failed. */
  readonly why?: string
}

/** The most targets that one sentence names. */
const MOST_NAMED = 5

/** The states of targets that are broken, in words. Targets that are drained or have no weight rest on purpose. */
const troubles: ReadonlyMap<string, string> = new Map([
  ['unhealthy', 'its health checks fail'],
  ['ejected', 'too many requests failed in a row'],
  ['open', 'its circuit is open'],
  ['resting', 'it takes no connections'],
])

/**
 * Targets that get no requests although they should, targets whose last health check failed, and backends with too few
 * usable targets. Each is listed once.
 */
export function brokenBackends(backends: readonly ListedBackend[]): readonly Need[] {
  const needs = new Map<string, Need>()
  for (const backend of backends)
    for (const need of needsOf(backend)) {
      // A backend that routes use, too, is worse than one that only drafts use.
      if (needs.get(need.key)?.aspect !== 'danger') needs.set(need.key, need)
    }
  return [...needs.values()]
}

function needsOf(listed: ListedBackend): readonly Need[] {
  const { backend, stored, api, draft, isPanicking, targets } = listed
  const broken = targets.filter(({ state }) => troubles.has(state))
  const key = stored ? backend : `${api} ${backend}`
  const common: Pick<Need, 'aspect' | 'word' | 'to'> = {
    ...(draft ? { aspect: 'caution', word: 'Draft' } : { aspect: 'danger' }),
    to: stored
      ? pathTo('/gateway/backends/:id', { id: backend })
      : `${pathTo('/gateway/apis/:id', { id: api })}?part=backends`,
  }
  const ignored = isPanicking ? broken.filter(({ state }) => state !== 'open' && state !== 'resting') : []
  const refused = broken.filter((target) => !ignored.includes(target))
  const failing = targets.filter(({ state, why }) => state === 'usable' && why !== undefined && why !== '')
  return [
    ...(isPanicking
      ? [{ key: `panic ${key}`, ...common, sentence: [...fewerThanHalf(listed), ...namesOf(ignored), '.'] }]
      : []),
    ...refused.map((target) => ({
      key: `target ${key} ${target.target}`,
      ...common,
      sentence: ['The target ', record(target.target), ...ofBackend(listed), ` gets no requests: ${reasonOf(target)}.`],
    })),
    ...failing.map((target) => ({
      key: `target ${key} ${target.target}`,
      ...{ ...common, aspect: 'caution' as const, word: draft ? 'Draft' : 'Warning' },
      sentence: [
        'The target ',
        record(target.target),
        ...ofBackend(listed),
        ` still gets requests, but ${target.why}.`,
      ],
    })),
  ]
}

const fewerThanHalf = (listed: ListedBackend): readonly Piece[] => [
  'Fewer than half of the targets',
  ...ofBackend(listed),
  ' are answering, so broken targets get requests, too: ',
]

const ofBackend = ({ backend, stored, api, draft }: ListedBackend): readonly Piece[] => [
  ' of the backend ',
  record(backend),
  ...(stored ? [] : [draft ? ' of the draft of the API ' : ' of the API ', record(api)]),
]

const namesOf = (targets: readonly ListedTarget[]): readonly Piece[] => [
  ...targets
    .slice(0, MOST_NAMED)
    .flatMap((target, at) => [at === 0 ? '' : '; ', record(target.target), `, ${reasonOf(target)}`]),
  ...(targets.length > MOST_NAMED ? [`; and ${targets.length - MOST_NAMED} more`] : []),
]

/** Why a target is broken: `its health checks fail (3 failed checks in a row, the last one: status 500)`. */
const reasonOf = ({ state, why }: ListedTarget): string =>
  `${troubles.get(state)}${why === undefined || why === '' ? '' : ` (${why})`}`

const record = (name: string): Piece => ({ name, is: 'record' })
