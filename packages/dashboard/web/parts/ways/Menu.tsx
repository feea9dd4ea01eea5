import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { IconName } from '../../styles/icon-names.ts'
import { Icon } from '../signs/Icon.tsx'
import { placeBeside } from './place-beside.ts'
import { moved, startingWith } from './roving.ts'
import './menu.css'

/** One choice of a menu. */
export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  /** The key that does the same. */
  readonly keys?: string
  /** Whether it removes something. */
  readonly danger?: boolean
  /** Whether it is set, for choices that are on or off. */
  readonly checked?: boolean
  /** Why it cannot be chosen. Absent: it can. */
  readonly why?: string | undefined
  run(): void
}

interface MenuProps {
  /** What the button shows. */
  readonly children: ComponentChildren
  /** The name of the button, if it shows no words. */
  readonly label?: string
  readonly class?: string
  readonly items: readonly MenuItem[]
}

/** A button that opens a menu, with the keys of the ARIA menu button pattern. */
export function Menu({ children, label, class: name, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  const choices = () => [...list.current!.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const focus = (at: number | undefined) => at !== undefined && choices()[at]?.focus()
  const open = (at: number) => {
    list.current!.showPopover()
    placeBeside(list.current!, button.current!)
    focus(at)
  }
  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  const onKeys = (event: KeyboardEvent) => {
    const all = choices()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Tab') return close()
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const next = isLetter
      ? startingWith(
          event.key,
          at,
          items.map((item) => item.label),
        )
      : moved(event.key, at, all.length)
    // Letters choose an item; they are no shortcuts of the page meanwhile.
    if (isLetter) event.stopPropagation()
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    focus(next)
  }
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        class={name}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? id : undefined}
        popovertarget={id}
        onClick={(event) => {
          event.preventDefault()
          if (isOpen.value) close()
          else open(0)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open(event.key === 'ArrowDown' ? 0 : items.length - 1)
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-button`}
        onKeyDown={onKeys}
        onToggle={(event) => {
          isOpen.value = event.newState === 'open'
        }}
      >
        {items.map((item) => (
          <Choice key={item.label} item={item} close={close} />
        ))}
      </div>
    </>
  )
}

function Choice({ item, close }: { readonly item: MenuItem; close(): void }) {
  const { label, icon, keys, danger = false, checked, why, run } = item
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role depends on it
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      class={danger ? 'danger' : undefined}
      aria-disabled={why !== undefined}
      title={why}
      onClick={() => {
        if (why !== undefined) return
        close()
        run()
      }}
    >
      {icon && <Icon name={icon} />}
      {label}
      {checked && <Icon name="check" />}
      {keys && <kbd>{keys}</kbd>}
    </button>
  )
}
