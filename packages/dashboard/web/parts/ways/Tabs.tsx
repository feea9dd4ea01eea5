import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { count } from '../../words/words.ts'
import { moved } from './roving.ts'
import './tabs.css'

/** One tab. */
export interface Tab<T extends string> {
  readonly id: T
  readonly label: ComponentChildren
  /** How many things it shows: a number if it is not 0. */
  readonly count?: number | undefined
}

interface TabsProps<T extends string> {
  /** What the tabs are about. */
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly selected: T
  /** `vertical`: a list beside the panel. @default 'horizontal' */
  readonly orientation?: 'horizontal' | 'vertical'
  onSelect(id: T): void
  /** The content of the selected tab. */
  readonly children: ComponentChildren
}

/** Tabs above their panel or beside it, with the keys of the ARIA tabs pattern. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, selected, orientation = 'horizontal', onSelect, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (tab) showWithin(list.current!, tab)
  }, [selected])
  const onKeys = (event: KeyboardEvent) => {
    if (across[orientation].includes(event.key)) return
    const next = moved(
      event.key,
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    )
    if (next === undefined) return
    event.preventDefault()
    onSelect(tabs[next]!.id)
    ;(list.current!.children[next] as HTMLElement).focus()
  }
  return (
    <>
      <div
        ref={list}
        class={`tabs ${orientation}`}
        role="tablist"
        aria-label={label}
        aria-orientation={orientation}
        onKeyDown={onKeys}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${id}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span class="count">{count(tab.count)}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel follows its tab in the order of focus */}
      <div id={`${id}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </>
  )
}

/** The arrows that do not move along the tabs: they scroll. */
const across = { horizontal: ['ArrowUp', 'ArrowDown'], vertical: ['ArrowLeft', 'ArrowRight'] }

/** Scrolls the list sideways until it shows a tab. The page stays, unlike with `scrollIntoView`. */
function showWithin(list: HTMLElement, tab: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
}
