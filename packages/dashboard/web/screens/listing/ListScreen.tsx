import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../../keys/keys.ts'
import { kinds } from '../../kinds/kinds.ts'
import { Rows } from '../../parts/lists/Rows.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { navigate } from '../../place/place.ts'
import type { Row } from '../../records/tree.ts'
import { capitalized, count } from '../../words/words.ts'
import type { Listing } from './listing.ts'
import { Nothing } from './Nothing.tsx'
import { PartialNotice } from './PartialNotice.tsx'
import './listing.css'

interface ListScreenProps {
  readonly listing: Listing
  /** The record that is open beside the list. */
  readonly current?: string | undefined
  /** Its screen. */
  readonly beside: ComponentChildren
  /** The buttons beside the title. */
  readonly actions?: ComponentChildren
  /** The buttons beside the search. */
  readonly tools?: ComponentChildren
  /** What stands between the search and the rows: the context, the selection. */
  readonly children?: ComponentChildren
  /** One sentence on what these records are, shown while there are none. */
  readonly what: string
  /** A record to begin with. */
  readonly example: object
  /** Buttons to begin with. */
  readonly begin?: ComponentChildren
  row(row: Row): ComponentChildren
  pull?(id: string): void
  /** Called with the ids of the records whose rows are in sight. */
  inSight?(ids: readonly string[]): void
}

/** A list of records as a tree, with its search. */
export function ListScreen(props: ListScreenProps) {
  const { listing, current, beside, actions, tools, children, what, example, begin, row, pull, inSight } = props
  const { index, words } = listing
  const title = capitalized(kinds[listing.kind].nouns[1])
  const search = useRef<HTMLInputElement>(null)
  useKeys(useMemo(() => [{ keys: '/', label: 'Search this list', run: () => search.current?.focus() }], []))
  useEffect(() => {
    if (current !== undefined) listing.reveal(current)
  }, [current])
  const rows = listing.rows.value
  const state = index.state.value
  const isEmpty = state === 'complete' && index.size.value === 0
  return (
    <>
      <section class="list listing" aria-label={title}>
        <div class="bar">
          <h1>{title}</h1>
          <span class="muted">{state !== 'idle' && count(index.size.value)}</span>
          {actions}
        </div>
        {!isEmpty && (
          <div class="bar">
            <input
              ref={search}
              type="search"
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              spellcheck={false}
              value={words.value}
              onInput={(event) => listing.search(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role=tree]')?.focus()
              }}
            />
            {tools}
          </div>
        )}
        {children}
        {state === 'partial' && <PartialNotice listing={listing} />}
        {state === 'failed' && <Failure error={index.error.value} retry={() => void index.load()} />}
        {isEmpty && (
          <Nothing listing={listing} what={what} example={example}>
            {begin}
          </Nothing>
        )}
        {rows.length > 0 && (
          <Rows
            label={title}
            name={listing.kind}
            rows={rows}
            current={current}
            isChosen={listing.isChosen}
            render={row}
            toggle={listing.toggle}
            open={(id) => navigate(listing.pathOf(id))}
            pull={(id) => pull?.(id)}
            choose={listing.choose}
            chooseAll={listing.chooseAll}
            inSight={(shown) => inSight?.(shown.flatMap(({ entry }) => entry?.id ?? []))}
          />
        )}
        {rows.length === 0 && !isEmpty && state !== 'loading' && state !== 'failed' && words.value !== '' && (
          <p class="muted">
            Nothing matches <bdi>{words.value}</bdi>.{' '}
            <button type="button" onClick={() => listing.search('')}>
              Clear the search
            </button>
          </p>
        )}
        <p class="hidden-text" role="status">
          {words.value !== '' &&
            state !== 'loading' &&
            (rows.length > 0 ? `${count(rows.length)} rows` : 'Nothing matches')}
        </p>
      </section>
      {beside}
    </>
  )
}
