import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { kinds, type ListedKind, pathOf as pathOfRecord } from '../../kinds/kinds.ts'
import { navigate, place } from '../../place/place.ts'
import { type Index, index, type Row, type RowList } from '../../records/tree.ts'

/** The state of a list of records: it lasts while the user visits other screens. */
export interface Listing {
  readonly kind: ListedKind
  readonly index: Index
  /** What is searched for; also in the address as `q`. */
  readonly words: Signal<string>
  /** The ids that are selected. */
  readonly chosen: Signal<ReadonlySet<string>>
  /** Whether a record is selected, or all records of a group are. Reads signals. */
  isChosen(row: Row): boolean
  /** Whether rows show boxes to select them, for those who have no keyboard. */
  readonly isChoosing: Signal<boolean>
  readonly rows: ReadonlySignal<RowList>
  search(words: string): void
  toggle(key: string): void
  /** Opens the groups above a record. */
  reveal(id: string): void
  choose(rows: readonly Row[], how: 'toggle' | 'add'): void
  chooseAll(): void
  chooseNone(): void
  /** The path of a record, or of the list, with what is searched for. */
  pathOf(id?: string): string
}

const listings = new Map<ListedKind, Listing>()

/** The list of a kind. */
export function listingOf(kind: ListedKind): Listing {
  const known = listings.get(kind)
  if (known) return known
  const created = createListing(kind)
  listings.set(kind, created)
  return created
}

/** With so few records, all groups are open at first. */
const FEW = 100

function createListing(kind: ListedKind): Listing {
  const records = index(kind)
  const { path } = kinds[kind]
  const words = signal(place.peek().query.get('q') ?? '')
  const open = signal<ReadonlySet<string>>(new Set())
  const closed = signal<ReadonlySet<string>>(new Set())
  const chosen = signal<ReadonlySet<string>>(new Set())
  const isChoosing = signal(false)
  let writing: ReturnType<typeof setTimeout> | undefined

  /** How many selected records are below each group. */
  const chosenBelow = computed(() => {
    const counts = new Map<string, number>()
    for (const id of chosen.value) for (const key of ancestorsOf(id)) counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts
  })

  const isSearching = () => words.peek().trim() !== ''
  const searched = () => {
    const q = words.peek().trim()
    return q === '' ? '' : `?q=${encodeURIComponent(q)}`
  }
  const pathOf = (id?: string) => (id === undefined ? path : pathOfRecord(kind, id)) + searched()
  /** Whether the user is at this list, or at a record beside it. */
  const isHere = (at: string) => at === path || at.startsWith(`${path}/`)

  const stop = effect(() => {
    if (records.state.value !== 'complete') return
    if (open.peek().size === 0 && records.size.peek() <= FEW) open.value = new Set(groupsAbove(records))
    queueMicrotask(() => stop())
  })

  /** Follows the address: the button to go back, and links with a search. */
  effect(() => {
    const { path, query } = place.value
    if (!isHere(path)) return
    const q = query.get('q') ?? ''
    if (writing === undefined && q !== words.peek().trim()) words.value = q
  })

  return {
    kind,
    index: records,
    words,
    chosen,
    isChoosing,
    rows: computed(() => {
      void records.version.value
      return records.rows(words.value.trim() === '' ? open.value : closed.value, words.value)
    }),
    isChosen: ({ key, entry, group }) =>
      entry ? chosen.value.has(key) : group !== undefined && chosenBelow.value.get(key) === group.count,
    search(next) {
      batch(() => {
        words.value = next
        closed.value = new Set()
      })
      clearTimeout(writing)
      writing = setTimeout(() => {
        writing = undefined
        const { path } = place.peek()
        if (isHere(path)) navigate(path + searched(), { replace: true })
      }, 250)
    },
    toggle(key) {
      const toggled = isSearching() ? closed : open
      toggled.value = toggledIn(toggled.peek(), key)
    },
    reveal(id) {
      const above = ancestorsOf(id).filter((key) => !open.peek().has(key))
      if (above.length > 0) open.value = new Set([...open.peek(), ...above])
    },
    choose(rows, how) {
      const next = new Set(chosen.peek())
      for (const { key, entry, group } of rows) {
        const ids = group && !group.isOpen ? below(key) : []
        if (entry) ids.push(key)
        if (!entry && group?.isOpen && how === 'toggle') ids.push(...below(key))
        const isRemoved = how === 'toggle' && ids.every((id) => next.has(id))
        for (const id of ids) {
          if (isRemoved) next.delete(id)
          else next.add(id)
        }
      }
      chosen.value = next
    },
    chooseAll() {
      chosen.value = new Set(records.idsOf(words.peek()))
    },
    chooseNone() {
      batch(() => {
        chosen.value = new Set()
        isChoosing.value = false
      })
    },
    pathOf,
  }

  function below(key: string): string[] {
    return records.idsOf(words.peek()).filter((id) => id.startsWith(`${key}:`))
  }
}

function toggledIn(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The groups above an id: `shop` and `shop:checkout` for `shop:checkout:express`. */
function ancestorsOf(id: string): string[] {
  const segments = id.split(':')
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join(':'))
}

const groupsAbove = (records: Index): string[] => records.search('', FEW).flatMap(({ id }) => ancestorsOf(id))
