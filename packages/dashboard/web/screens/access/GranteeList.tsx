import { signal, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import { useKeys } from '../../keys/keys.ts'
import { kinds, pathOf } from '../../kinds/kinds.ts'
import { Rows } from '../../parts/lists/Rows.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { navigate } from '../../place/place.ts'
import { useAskedNew } from '../../records/asked-new.ts'
import { idOf } from '../../values/id-of.ts'
import { counted } from '../../words/words.ts'
import '../listing/listing.css'
import { flatRows } from './flat-rows.ts'
import { foundGrantees, rightsWords, TEMPORARY } from './grantee-words.ts'
import { type GranteeKind, granteesOf, type ListedGrantee } from './grantees.ts'
import { NewApiKey } from './NewApiKey.tsx'
import { NewUser } from './NewUser.tsx'

/** What is searched for: it lasts while the user visits other screens. */
const searches = { users: signal(''), apiKeys: signal('') } as const

const what = {
  users: 'Users sign in to this dashboard with a password. Their grants say what they can see and change.',
  apiKeys: 'API keys let programs call the API. Their grants say what they can read and change.',
} as const

interface GranteeListProps {
  readonly kind: GranteeKind
  /** The one that is open beside the list. */
  readonly current: string | undefined
}

/** The users or the API keys with what they may do in a word, and their search. */
export function GranteeList({ kind, current }: GranteeListProps) {
  const { domain, noun } = kinds[kind]
  const { all, state, error, load } = granteesOf(kind)
  const words = searches[kind]
  const isNew = useSignal(false)
  useAskedNew(kind, () => {
    isNew.value = true
  })
  const search = useRef<HTMLInputElement>(null)
  useKeys(useMemo(() => [{ keys: '/', label: 'Search this list', run: () => search.current?.focus() }], []))
  const found = useMemo(() => foundGrantees(all.value, words.value), [all.value, words.value])
  const rows = useMemo(() => flatRows(found), [found])
  const named = useMemo(() => new Map(found.map((one) => [idOf(one), one])), [found])
  if (state.value === 'loading') return <Late>Loading…</Late>
  if (state.value === 'failed') return <Failure error={error.value} retry={() => void load()} />
  return (
    <>
      <div class="bar">
        <input
          ref={search}
          type="search"
          aria-label={`Search ${noun}s`}
          placeholder={`Search ${counted(all.value.length, noun)}`}
          spellcheck={false}
          value={words.value}
          onInput={({ currentTarget: { value } }) => {
            words.value = value
          }}
        />
        {may('C', domain) && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              isNew.value = true
            }}
          >
            New {noun}
          </button>
        )}
      </div>
      {all.value.length === 0 && (
        <Empty title={`No ${noun}s yet`}>
          <p>{what[kind]}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          label={kind === 'users' ? 'Users' : 'API keys'}
          name={kind}
          rows={rows}
          current={current}
          isChosen={() => false}
          render={({ key }) => <GranteeRow grantee={named.get(key)} />}
          toggle={() => {}}
          open={(id) => navigate(pathOf(kind, id))}
          pull={() => {}}
          choose={() => {}}
          chooseAll={() => {}}
        />
      )}
      {all.value.length > 0 && rows.length === 0 && (
        <p class="muted">
          Nothing matches <bdi>{words.value}</bdi>.{' '}
          <button type="button" onClick={() => (words.value = '')}>
            Clear the search
          </button>
        </p>
      )}
      {isNew.value && kind === 'users' && <NewUser onClose={() => (isNew.value = false)} />}
      {isNew.value && kind === 'apiKeys' && <NewApiKey onClose={() => (isNew.value = false)} />}
    </>
  )
}

function GranteeRow({ grantee }: { readonly grantee: ListedGrantee | undefined }) {
  if (!grantee) return null
  const id = idOf(grantee)
  return (
    <>
      <bdi class="grantee">{grantee.name}</bdi>
      {grantee.name !== id && (
        <span class="key" title={id}>
          {id}
        </span>
      )}
      <span class="grantee-state">
        {grantee.temporary && <Aspect is="caution">{TEMPORARY}</Aspect>}
        <span class="rights-word">{rightsWords(grantee)}</span>
      </span>
    </>
  )
}
