import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { useEffect, useMemo } from 'preact/hooks'
import { failureSentence } from '../../calls/failures.ts'
import { may, session } from '../../calls/session.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { toast } from '../../notices/toasts.ts'
import { Sentence } from '../../parts/history/Sentence.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { lazily } from '../../parts/outcomes/lazily.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { setBadge } from '../../parts/signs/badges.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { onEvent, onGap } from '../../records/stream.ts'
import { count } from '../../words/words.ts'
import { openGuide } from '../first-run/guide.ts'
import { isGuided, mayFollow } from '../first-run/is-guided.ts'
import { type KindCount, loadCounts, wordFor } from './counts.ts'
import { createNeedSearch, type FoundNeeds, GATEWAY_STATES, isAdmin, LAGS } from './load-needs.ts'
import type { Need } from './needs.ts'
import { loadRecent, withNewest } from './recent.ts'
import './overview.css'

/** How soon after an event the needs and the counts are asked for again, in milliseconds. */
const SETTLE_MS = 5000
/** How often everything is asked for again, in milliseconds: dates pass without events. */
const AGAIN_MS = 5 * 60_000
/** How often the states of data planes and targets are asked for, in milliseconds: no event tells of them. */
const STATES_MS = 5000
/** How often it is asked who is behind in the log, in milliseconds. */
const LAGS_MS = 15_000
/** How many needs are listed at first. */
const FIRST_NEEDS = 20

const DemoBanner = lazily(async () => (await import('../demo/DemoBanner.tsx')).DemoBanner)
const FirstRun = lazily(async () => (await import('../first-run/FirstRun.tsx')).FirstRun)

/** What needs attention, what just happened, and how much there is. */
export function Overview() {
  const recent = useSignal<readonly ChangeEvent[] | undefined>(undefined)
  const found = useSignal<FoundNeeds | undefined>(undefined)
  const counts = useSignal<readonly KindCount[]>([])
  const error = useSignal<unknown>(undefined)

  const search = useMemo(() => createNeedSearch(() => void ask()), [])
  const ask = async (topics?: ReadonlySet<string>) => {
    found.value = await search(topics)
    const { needs } = found.value
    const aspect = needs.some((need) => need.aspect === 'danger') ? 'danger' : 'caution'
    setBadge('/', { count: needs.length, aspect, label: 'need attention' })
  }
  const countAll = async () => {
    counts.value = await loadCounts()
  }
  const load = async () => {
    error.value = undefined
    try {
      recent.value = withNewest(recent.peek() ?? [], await loadRecent())
    } catch (failure) {
      error.value = failure
    }
    await Promise.all([ask(), countAll()])
  }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let domains = new Set<string>()
    void load()
    const again = setInterval(() => void ask(), AGAIN_MS)
    const stops = [
      whileVisible(STATES_MS, async () => found.peek() && ask(new Set([GATEWAY_STATES]))),
      whileVisible(LAGS_MS, async () => found.peek() && ask(new Set([LAGS]))),
      onGap(() => void load()),
      onEvent((event) => {
        recent.value = withNewest(recent.peek() ?? [], [event])
        domains.add(event.domain)
        timer ??= setTimeout(() => {
          timer = undefined
          void ask(domains)
          domains = new Set()
          void countAll()
        }, SETTLE_MS)
      }),
    ]
    return () => {
      clearTimeout(timer)
      clearInterval(again)
      for (const stop of stops) stop()
    }
  }, [])
  const needs = found.value && <Needs {...found.value} />
  if (isGuided(counts.value))
    return (
      <FirstRun>
        {hasSomething(found.value) && (
          <section aria-labelledby="needs" class="card overview">
            <h2 id="needs">Needs attention</h2>
            {needs}
          </section>
        )}
      </FirstRun>
    )
  return (
    <section class="page overview">
      <div class="bar">
        <h1>Overview</h1>
        {mayFollow() && (
          <button type="button" class="quiet" onClick={openGuide}>
            Open the guide
          </button>
        )}
      </div>
      {hasNoGrants() && <p>You can’t see any records yet. Ask an admin for grants.</p>}
      {mayHoldDemo(counts.value) && <DemoBanner onRemoved={load} />}
      <div class="columns">
        <div class="column">
          <section aria-labelledby="needs" class="card">
            <h2 id="needs">Needs attention</h2>
            {needs ?? <Late>Checking…</Late>}
          </section>
          <section aria-labelledby="counts" class="card">
            <h2 id="counts">At a glance</h2>
            <ul class="counts">
              {counts.value.map((kind) => (
                <li key={kind.domain}>
                  <b>{count(kind.count)}</b> <Link to={kind.to}>{wordFor(kind)}</Link>
                </li>
              ))}
            </ul>
            {counts.value.some((kind) => kind.domain === 'Feature' && kind.count === 0) && may('C', 'Feature') && (
              <p>
                <Link to="/features">Create your first feature</Link>
              </p>
            )}
          </section>
        </div>
        <section aria-labelledby="recent" class="card">
          <div class="bar">
            <h2 id="recent">Recent changes</h2>
            <Link to="/events">All events</Link>
          </div>
          {error.value !== undefined && <Failure error={error.value} retry={() => void load()} />}
          {recent.value?.length === 0 && <p class="muted">Nothing has changed yet.</p>}
          <ol class="recent">
            {recent.value?.map((event) => (
              <li key={event._id}>
                <Sentence event={event} />
                <span class="muted">
                  <Stamp timestamp={event.timestamp} age />
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </section>
  )
}

const hasNoGrants = (): boolean => {
  const current = session.value
  return current.state === 'in' && !current.me.admin && current.me.authorizedPatterns.length === 0
}

/** Only admins can remove a demo, which lists its records in a config. */
const mayHoldDemo = (counts: readonly KindCount[]): boolean =>
  isAdmin() && counts.some(({ domain, count }) => domain === 'Config' && count > 0)

const hasSomething = (found: FoundNeeds | undefined): boolean =>
  found !== undefined && found.needs.length + found.failures.length > 0

function Needs({ needs, notes, failures }: FoundNeeds) {
  const isWhole = useSignal(false)
  const shown = isWhole.value ? needs : needs.slice(0, FIRST_NEEDS)
  return (
    <>
      {needs.length + failures.length === 0 && (
        <p>
          <Aspect is="clear">Nothing needs attention.</Aspect>
        </p>
      )}
      <ul class="needs">
        {shown.map((need) => (
          <NeedLine key={need.key} need={need} />
        ))}
      </ul>
      {shown.length < needs.length && (
        <button type="button" onClick={() => (isWhole.value = true)}>
          Show all {count(needs.length)}
        </button>
      )}
      {notes.map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      {failures.map((failure, i) => (
        <p key={i} class="muted">
          Some checks failed: {failureSentence(failure)}
        </p>
      ))}
    </>
  )
}

function NeedLine({ need: { aspect, word, sentence, to, look, action } }: { readonly need: Need }) {
  const busy = useSignal(false)
  const run = async () => {
    busy.value = true
    try {
      await action!.run()
    } catch (error) {
      toast(failureSentence(error), { aspect: 'danger' })
    } finally {
      busy.value = false
    }
  }
  return (
    <li>
      <Aspect is={aspect} boxed>
        {word ?? (aspect === 'danger' ? 'Problem' : 'Soon')}
      </Aspect>
      <span>
        {sentence.map((piece, i) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <bdi key={i} class="key">
              {piece.name}
            </bdi>
          ),
        )}
      </span>
      {to !== undefined && <Link to={to}>{look ?? 'Look'}</Link>}
      {action && (
        <button type="button" aria-busy={busy.value} onClick={run}>
          {action.label}
        </button>
      )}
    </li>
  )
}
