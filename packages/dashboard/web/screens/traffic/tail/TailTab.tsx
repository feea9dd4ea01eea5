import { useSignal } from '@preact/signals'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { navigate, place } from '../../../place/place.ts'
import { count, counted } from '../../../words/words.ts'
import { ApiField, RouteField } from '../filters/fields.tsx'
import type { Planes } from '../planes/use-planes.ts'
import { Scope } from '../Scope.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { TailRows } from './TailRows.tsx'
import { sampleChoices, statusChoices, type TailFilter, tailFilterOf, tailPath } from './tail-filter.ts'
import { MOST_LINES, type TailEntry } from './tail-list.ts'
import { type Tail, useTail } from './use-tail.ts'
import './tail.css'

const states = {
  opening: ['caution', 'Connecting'],
  live: ['clear', 'Live'],
  'cut-off': ['danger', 'Disconnected'],
} as const

/** The requests to the gateway as they end. */
export function TailTab({ planes }: { readonly planes: Planes }) {
  const filter = tailFilterOf(place.value.query)
  const tail = useTail(filter)
  const asked = place.value.query.get('request')
  const opened = useSignal<Extract<TailEntry, { kind: 'request' }> | undefined>(undefined)
  const set = (part: Partial<TailFilter>) => navigate(tailPath({ ...filter, ...part }), { replace: true })
  return (
    <div class="tail">
      <Scope planes={planes} />
      <search class="filters">
        <ApiField value={filter.api} onChange={(api) => api !== filter.api && set({ api, route: '' })} />
        {filter.api !== '' && <RouteField of={filter.api} value={filter.route} onChange={(route) => set({ route })} />}
        <SelectField
          label="Status"
          stacked
          value={filter.status}
          choices={statusChoices}
          onChange={(status: string) => set({ status })}
        />
        <SelectField
          label="Sample"
          stacked
          value={filter.sample}
          choices={sampleChoices}
          onChange={(sample: string) => set({ sample })}
        />
      </search>
      {tail.error !== undefined ? (
        <Failure error={tail.error} retry={tail.retry} />
      ) : (
        <Lines tail={tail} open={(entry) => (opened.value = entry)} />
      )}
      {asked !== null && <DecisionDialog id={asked} onClose={() => set({})} />}
      {opened.value && <RequestDialog entry={opened.value} onClose={() => (opened.value = undefined)} />}
    </div>
  )
}

interface LinesProps {
  readonly tail: Tail
  open(entry: Extract<TailEntry, { kind: 'request' }>): void
}

function Lines({ tail: { list, state }, open }: LinesProps) {
  const isPaused = list.isPaused.value
  const entries = list.entries.value
  const [aspect, word] = states[state]
  return (
    <>
      <div class="bar">
        <button type="button" aria-pressed={isPaused} onClick={() => list.pause(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button type="button" disabled={entries.length === 0} onClick={list.clear}>
          Clear
        </button>
        {isPaused ? (
          <Aspect is="caution">{`Paused: ${counted(list.passed.value, 'request has', 'requests have')} passed`}</Aspect>
        ) : (
          <Aspect is={aspect}>{word}</Aspect>
        )}
        <span class="muted">
          {entries.length >= MOST_LINES ? `The newest ${count(MOST_LINES)} lines` : counted(entries.length, 'line')}
        </span>
      </div>
      {entries.length > 0 ? (
        <TailRows entries={entries} open={open} />
      ) : (
        <p class="tail-empty muted">Requests appear here as they end. None are stored.</p>
      )}
    </>
  )
}
