import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import { useKeys } from '../../keys/keys.ts'
import { type Kind, kinds, pathOf } from '../../kinds/kinds.ts'
import { Rows } from '../../parts/lists/Rows.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { navigate } from '../../place/place.ts'
import { type AnyRecord, idOf } from '../../values/id-of.ts'
import { capitalized, count } from '../../words/words.ts'
import { flatRows } from '../access/flat-rows.ts'
import type { AllRecords } from '../listing/all-records.ts'
import { foundPeople } from './found-people.ts'
import '../listing/listing.css'
import './portal.css'

interface PeopleListProps<T extends AnyRecord> {
  readonly kind: Kind & ('developers' | 'applications')
  readonly records: AllRecords<T>
  /** What these are, for those who have none yet. */
  readonly what: string
  /** The one that is open beside the list. */
  readonly current: string | undefined
  /** The texts by which one is found. */
  textsOf(record: T): readonly string[]
  row(record: T): ComponentChildren
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
}

/** A list of records with names, which are searched by their texts. */
export function PeopleList<T extends AnyRecord>(props: PeopleListProps<T>) {
  const { kind, records, what, current, textsOf, row, actions } = props
  const { all, state, error, load } = records
  const title = capitalized(kinds[kind].nouns[1])
  const words = useSignal('')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => void loadBox().catch(() => {}), [])
  useKeys(useMemo(() => [{ keys: '/', label: 'Search this list', run: () => search.current?.focus() }], []))
  const found = useMemo(() => foundPeople(all.value, words.value, textsOf), [all.value, words.value])
  const rows = useMemo(() => flatRows(found), [found])
  const named = useMemo(() => new Map(found.map((one) => [idOf(one), one])), [found])
  return (
    <section class="list listing people" aria-label={title}>
      <div class="bar">
        <h1>{title}</h1>
        <span class="muted">{state.value === 'ready' && count(all.value.length)}</span>
        {actions}
      </div>
      {state.value === 'loading' && <Late>Loading…</Late>}
      {state.value === 'failed' && <Failure error={error.value} retry={() => void load()} />}
      {state.value === 'ready' && all.value.length === 0 && (
        <Empty title={`No ${kinds[kind].nouns[1]} yet`}>
          <p>{what}</p>
        </Empty>
      )}
      {all.value.length > 0 && (
        <div class="bar">
          <input
            ref={search}
            type="search"
            aria-label={`Search ${title.toLowerCase()}`}
            placeholder="Search"
            spellcheck={false}
            value={words.value}
            onInput={({ currentTarget: { value } }) => (words.value = value)}
          />
        </div>
      )}
      {rows.length > 0 && (
        <Rows
          label={title}
          name={kind}
          rows={rows}
          current={current}
          isChosen={() => false}
          render={({ key }) => {
            const one = named.get(key)
            return one && row(one)
          }}
          toggle={() => {}}
          open={(id) => navigate(pathOf(kind, id))}
          pull={() => {}}
          choose={() => {}}
          chooseAll={() => {}}
        />
      )}
      {all.value.length > 0 && rows.length === 0 && (
        <p class="muted" role="status">
          Nothing matches <bdi>{words.value}</bdi>.
        </p>
      )}
    </section>
  )
}
