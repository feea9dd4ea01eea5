import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Row, RowList } from '../../records/tree.ts'
import { type RowMove, rowMove, rowNamed } from './row-keys.ts'
import { keepPlace, placeIn } from './row-place.ts'
import './rows.css'

interface RowsProps {
  /** The name of the tree for assistive technology. */
  readonly label: string
  /** Names the list, whose scroll position and active row are remembered. */
  readonly name: string
  readonly rows: RowList
  /** The record that is open beside the list. */
  readonly current?: string | undefined
  /** Whether a row is selected for a bulk change. */
  isChosen(row: Row): boolean
  /** The content of a row behind its name. */
  render(row: Row): ComponentChildren
  toggle(key: string): void
  open(key: string): void
  /** Space on a record. */
  pull(key: string): void
  /** Selects rows, or if `only` is false, adds or removes one. */
  choose(rows: readonly Row[], how: 'toggle' | 'add'): void
  chooseAll(): void
  /** Called with the rows in sight. */
  inSight?(rows: readonly Row[]): void
}

const OVERSCAN = 8
const TYPING_MS = 700

/**
 * A tree of rows of one height, of which only those in sight are in the document. The focus stays on the tree, and
 * `aria-activedescendant` names the row, so that keys work while the row is scrolled out.
 */
export function Rows(props: RowsProps) {
  const { label, name, rows, current, isChosen } = props
  const tree = useRef<HTMLDivElement>(null)
  const height = useSignal(32)
  const view = useSignal({ first: 0, count: 40 })
  const place = placeIn(name)
  const activeKey = useSignal(place.active ?? current)
  const lastActive = useRef(0)
  const anchor = useRef<number | undefined>(undefined)
  const typed = useRef({ text: '', at: 0 })

  const found = activeKey.value === undefined ? undefined : rows.rowOf(activeKey.value)
  const active = Math.min(found ?? lastActive.current, Math.max(0, rows.length - 1))
  lastActive.current = active

  const measure = () => {
    const element = tree.current
    if (!element) return
    height.value = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 32
    const first = Math.max(0, Math.floor(element.scrollTop / height.value) - OVERSCAN)
    const count = Math.ceil(element.clientHeight / height.value) + 2 * OVERSCAN
    if (first !== view.peek().first || count !== view.peek().count) view.value = { first, count }
    keepPlace(name, { top: element.scrollTop })
  }

  useLayoutEffect(() => {
    const element = tree.current!
    measure()
    element.scrollTop = place.top
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [name])

  const scrollTo = (row: number) => {
    const element = tree.current!
    const top = row * height.value
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + height.value > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height.value - element.clientHeight
  }

  useSought(current, rows, scrollTo)

  const activate = (row: number) => {
    activeKey.value = rows.keyAt(row)
    lastActive.current = row
    keepPlace(name, { active: activeKey.value })
    scrollTo(row)
  }

  const chooseTo = (row: number) => {
    anchor.current ??= active
    const [from, to] = [Math.min(anchor.current, row), Math.max(anchor.current, row)]
    props.choose(
      Array.from({ length: to - from + 1 }, (_, at) => rows.at(from + at)),
      'add',
    )
  }

  const act = (move: RowMove) => {
    if ('to' in move) {
      if (move.extend) chooseTo(move.to)
      else anchor.current = undefined
      activate(move.to)
    } else if ('toggle' in move) props.toggle(rows.keyAt(move.toggle))
    else if ('open' in move) props.open(rows.keyAt(move.open))
    else if ('pull' in move) props.pull(rows.keyAt(move.pull))
    else if ('select' in move) props.choose([rows.at(move.select)], 'toggle')
    else props.chooseAll()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== tree.current && !(event.target as Element).matches('[role=treeitem]')) return
    const isTyping = event.timeStamp - typed.current.at < TYPING_MS && typed.current.text !== ''
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    const page = Math.max(1, Math.floor(tree.current!.clientHeight / height.value) - 1)
    const move = isTyping && isLetter ? undefined : rowMove(event, { rows, active, page })
    if (move) {
      act(move)
    } else if (isLetter && (isTyping || !/[egx/?]/.test(event.key))) {
      typed.current = { text: (isTyping ? typed.current.text : '') + event.key, at: event.timeStamp }
      const named = rowNamed(rows, typed.current.text, active + (typed.current.text.length === 1 ? 1 : 0))
      if (named !== undefined) activate(named)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    tree.current!.focus({ preventScroll: true })
    const at = Number(target.closest('[data-row]')?.getAttribute('data-row') ?? Number.NaN)
    if (Number.isNaN(at) || at >= rows.length) return
    const row = rows.at(at)
    if (event.shiftKey) chooseTo(at)
    activate(at)
    const part = target.closest('[data-part]')?.getAttribute('data-part')
    if (event.shiftKey) return
    anchor.current = at
    if (part === 'lever') props.pull(row.key)
    else if (part === 'choose' || event.ctrlKey || event.metaKey) props.choose([row], 'toggle')
    else if (part === 'twist' || !row.entry) props.toggle(row.key)
    else props.open(row.key)
  }

  const { first, count } = view.value
  const from = Math.min(first, Math.max(0, rows.length - count))
  const shown = Array.from({ length: Math.min(count, rows.length - from) }, (_, at) => from + at)
  if (rows.length > 0 && (active < from || active >= from + count)) shown.push(active)

  useEffect(() => {
    props.inSight?.(shown.map((row) => rows.at(row)))
  })

  return (
    <div
      ref={tree}
      class="rows"
      role="tree"
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={rows.length > 0 ? `${name}-row-${active}` : undefined}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div class="all" role="none" style={{ blockSize: `${rows.length * height.value}px` }}>
        {shown.map((at) => {
          const row = rows.at(at)
          return (
            <div
              key={row.key}
              id={`${name}-row-${at}`}
              class="row"
              data-row={at}
              data-active={at === active ? '' : undefined}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.level}
              aria-setsize={row.siblings}
              aria-posinset={row.position}
              aria-expanded={row.group?.isOpen}
              aria-selected={isChosen(row)}
              aria-current={row.key === current ? 'page' : undefined}
              style={{ insetBlockStart: `${at * height.value}px`, insetInlineStart: `${inset(row.level)}px` }}
            >
              {props.render(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Deep levels are not indented further, so that names stay in sight. */
const inset = (level: number): number => Math.min(level - 1, 8) * 20

/** Calls back once for each record that is opened, as soon as it has a row. */
function useSought(current: string | undefined, rows: RowList, found: (row: number) => void): void {
  const sought = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (sought.current === current) return
    const row = current === undefined ? undefined : rows.rowOf(current)
    if (current !== undefined && row === undefined) return
    sought.current = current
    if (row !== undefined) found(row)
  })
}
