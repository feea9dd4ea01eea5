import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { moved } from './roving.ts'
import './tabs.css'

/** One tab. */
export interface Tab<T extends string> {
  readonly id: T
  readonly label: ComponentChildren
}

interface TabsProps<T extends string> {
  /** What the tabs are about. */
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly selected: T
  onSelect(id: T): void
  /** The content of the selected tab. */
  readonly children: ComponentChildren
}

/** Tabs above their panel, with the keys of the ARIA tabs pattern. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return
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
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeys}>
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
