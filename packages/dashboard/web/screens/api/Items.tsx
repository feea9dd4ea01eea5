import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Windowed } from '../../parts/lists/Windowed.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/ways/Menu.tsx'
import { place } from '../../place/place.ts'
import { counted } from '../../words/words.ts'
import { freshId, type Item, moved, type OpenItem, placeOf, withItem, withItemAfter } from './item-list.ts'
import './items.css'

interface ItemsProps<T extends Item> {
  readonly items: readonly T[]
  /** The JSON Pointer of the list. */
  readonly pointer: string
  /** What one is called: `route`. With an id, it is a parameter of the address that opens one. */
  readonly noun: string
  /** What these are, for those who have none yet. */
  readonly what: string
  /** What else is worth knowing about the list. */
  readonly hint?: string | undefined
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly mayEdit: boolean
  /** The places of the items that have all words. */
  found(words: string): readonly number[]
  /** A new item. */
  blank(): T
  /** Whether their order means something: then rows are dragged, or moved with `Alt ↑` and `Alt ↓`. */
  readonly isOrdered?: boolean
  /** Why an item cannot be removed; `undefined`: it can. */
  kept?(item: T): string | undefined
  /** The two lines of an item in the list. */
  row(item: T, at: number): ComponentChildren
  /** The open item. */
  children(item: T, at: number, change: (next: T, step?: string) => void): ComponentChildren
  onChange(next: readonly T[], step?: string): void
}

/** With so few items, nobody searches. */
const FEW = 8
const ROW_PX = 52
const VISIBLE = 11

/** The items of a part of an API: a list, and the item that is open beside it. */
export function Items<T extends Item>(props: ItemsProps<T>) {
  const { items, pointer, noun, what, hint, problems, mayEdit, found, blank, isOrdered = false } = props
  const { kept, row, children, onChange } = props
  const asked = place.peek().query.get(noun)
  const open = useSignal<OpenItem | undefined>(asked === null ? undefined : { id: asked, at: -1 })
  const words = useSignal('')
  const dragged = useSignal<number | undefined>(undefined)
  const card = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const at = placeOf(items, open.value)
  const item = at === undefined ? undefined : items[at]
  const shown = found(words.value)
  const rejected = new Set(
    Object.keys(problems).flatMap((one) =>
      one.startsWith(`${pointer}/`) ? [Number(one.slice(pointer.length + 1).split('/')[0])] : [],
    ),
  )
  const show = (next: readonly T[], to: number) => {
    open.value = next[to] && { id: next[to].id, at: to }
  }
  const put = (next: readonly T[], to: number) => {
    onChange(next)
    show(next, to)
    words.value = ''
    keepFocus(() => card.current?.querySelector('h2'))
  }
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length) return
    onChange(moved(items, from, to))
    keepFocus(() => list.current?.querySelector<HTMLElement>(`[data-at="${to}"]`))
  }
  const ordering = (to: number) =>
    mayEdit && isOrdered && items.length > 1
      ? {
          title: 'Drag, or press Alt ↑ or Alt ↓, to change the order',
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer?.setData('text/plain', items[to]!.id)
            dragged.value = to
          },
          onDragOver: (event: DragEvent) => dragged.value !== undefined && event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            if (dragged.value !== undefined) move(dragged.value, to)
          },
          onDragEnd: () => {
            dragged.value = undefined
          },
          onKeyDown: (event: KeyboardEvent) => {
            const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
            if (by === undefined) return
            event.preventDefault()
            move(to, to + by)
          },
        }
      : {}
  const actions = (to: number, one: T): readonly MenuItem[] => [
    {
      label: 'Duplicate',
      icon: 'copy',
      run: () => put(withItemAfter(items, to, { ...one, id: freshId(items, one.id) }), to + 1),
    },
    ...(isOrdered
      ? ([
          {
            label: 'Move up',
            icon: 'arrow-up',
            why: to === 0 ? `It is the first ${noun}.` : undefined,
            run: () => put(moved(items, to, to - 1), to - 1),
          },
          {
            label: 'Move down',
            icon: 'arrow-down',
            why: to === items.length - 1 ? `It is the last ${noun}.` : undefined,
            run: () => put(moved(items, to, to + 1), to + 1),
          },
        ] as const)
      : []),
    {
      label: 'Remove',
      icon: 'trash-2',
      danger: true,
      why: kept?.(one),
      run: () => {
        onChange(withItem(items, to, undefined))
        keepFocus()
      },
    },
  ]
  return (
    <div ref={list} class="api-items" data-open={item !== undefined}>
      <div class="api-items-list">
        <div class="bar">
          <span class="muted">{items.length === 0 ? `No ${noun}s yet` : counted(items.length, noun)}</span>
          {items.length > FEW && (
            <input
              type="search"
              aria-label={`Search the ${noun}s`}
              placeholder="Search"
              spellcheck={false}
              value={words.value}
              onInput={({ currentTarget }) => {
                words.value = currentTarget.value
              }}
            />
          )}
          {mayEdit && (
            <button type="button" class="api-add-item" onClick={() => put([...items, blank()], items.length)}>
              <Icon name="plus" /> Add a {noun}
            </button>
          )}
        </div>
        {items.length === 0 && <p class="muted">{what}</p>}
        {shown.length > 0 && (
          <Windowed
            label={`${noun[0]!.toUpperCase()}${noun.slice(1)}s`}
            items={shown}
            rowHeight={ROW_PX}
            visible={VISIBLE}
            row={(to) => (
              <button
                type="button"
                class="quiet api-item-row"
                aria-current={to === at ? 'true' : undefined}
                data-at={to}
                {...ordering(to)}
                onClick={() => show(items, to)}
              >
                {row(items[to]!, to)}
              </button>
            )}
          />
        )}
        {shown.length === 0 && items.length > 0 && (
          <p class="muted" role="status">
            No {noun} matches <bdi>{words.value}</bdi>.
          </p>
        )}
        {rejected.size > 0 && (
          <p class="problem-line">
            The service rejects {counted(rejected.size, noun)}:{' '}
            {[...rejected].map((to) => (
              <button key={to} type="button" class="quiet key" onClick={() => show(items, to)}>
                {items[to]?.id}
              </button>
            ))}
          </p>
        )}
        {hint !== undefined && items.length > 1 && <p class="hint muted">{hint}</p>}
      </div>
      {item && at !== undefined && (
        <section
          key={at}
          ref={card}
          class="api-item-card"
          aria-label={`${noun[0]!.toUpperCase()}${noun.slice(1)} ${item.id}`}
        >
          <div class="bar">
            <h2 tabIndex={-1}>
              <bdi>{item.name || item.id}</bdi>
            </h2>
            {mayEdit && (
              <Menu label={`More for this ${noun}`} class="icon-only" items={actions(at, item)}>
                <Icon name="ellipsis" />
              </Menu>
            )}
            <button
              type="button"
              class="quiet icon-only"
              aria-label={`Close the ${noun}`}
              onClick={() => {
                open.value = undefined
                keepFocus()
              }}
            >
              <Icon name="x" />
            </button>
          </div>
          {children(item, at, (next, step) => {
            onChange(withItem(items, at, next), step)
            open.value = { id: next.id, at }
          })}
        </section>
      )}
    </div>
  )
}
