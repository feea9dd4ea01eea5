import { useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { placeBeside } from '../ways/place-beside.ts'
import { moved } from '../ways/roving.ts'
import type { ControlProps } from './Field.tsx'
import './combobox.css'

/** A choice of a combobox. */
export interface Option {
  readonly value: string
  /** What is shown. @default the value, as an id */
  readonly label?: string
  /** A second, quieter text. */
  readonly hint?: string
}

interface ComboboxProps extends Partial<ControlProps> {
  /** Its name, if no field gives it one. */
  readonly label?: string
  readonly value: string
  /** Called with every change of the text. */
  onInput(value: string): void
  /** Called with a choice that was picked. @default `onInput` */
  onPick?(value: string): void
  /** The choices for a text. Earlier questions are aborted. */
  options(text: string, signal: AbortSignal): Promise<readonly Option[]> | readonly Option[]
  /** What the choices depend on besides the text, such as a list that is loaded: they are read again when it changes. */
  readonly source?: unknown
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** A text field that offers choices while one types, such as the ids of records. Any text is allowed. */
export function Combobox(props: ComboboxProps) {
  const { label, value, onInput, onPick = onInput, options, source, ...control } = props
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  const at = useSignal(-1)
  const offered = useSignal<readonly Option[]>([])
  const failed = useSignal(false)
  useEffect(() => {
    if (!isOpen.value) return
    const stop = new AbortController()
    void (async () => {
      try {
        const next = await options(value, stop.signal)
        if (stop.signal.aborted) return
        offered.value = next
        failed.value = false
      } catch {
        if (!stop.signal.aborted) failed.value = true
      }
    })()
    return () => stop.abort()
  }, [value, isOpen.value, source])
  const isShown = isOpen.value && (offered.value.length > 0 || failed.value)
  useLayoutEffect(() => {
    if (!isShown) return
    popover.current!.showPopover()
    placeBeside(popover.current!, input.current!)
    return () => popover.current?.hidePopover()
  }, [isShown])
  useLayoutEffect(() => {
    popover.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at.value])
  const close = () => {
    isOpen.value = false
    at.value = -1
  }
  const pick = (option: Option) => {
    close()
    onPick(option.value)
  }
  const onKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      event.stopPropagation()
      return close()
    }
    const chosen = isShown ? offered.value[at.value] : undefined
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      return pick(chosen)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    isOpen.value = true
    at.value = moved(event.key, at.value, offered.value.length) ?? -1
  }
  return (
    <div class="combobox">
      <input
        {...control}
        ref={input}
        type="text"
        class="key"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-activedescendant={isShown && at.value >= 0 ? `${list}-${at.value}` : undefined}
        value={value}
        onInput={(event) => {
          isOpen.value = true
          at.value = -1
          onInput(event.currentTarget.value)
        }}
        onClick={() => {
          isOpen.value = true
        }}
        onBlur={close}
        onKeyDown={onKeys}
      />
      {isShown && (
        <div ref={popover} class="options" popover="manual">
          {failed.value && <p class="muted">The ids can’t be loaded. Type the id.</p>}
          <div id={list} role="listbox" aria-label={label ?? 'Choices'}>
            {offered.value.map((option, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
              <div
                key={option.value}
                id={`${list}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === at.value}
                // Keeps the focus in the text field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
              >
                <span class={option.label === undefined ? 'key' : undefined}>{option.label ?? option.value}</span>
                {option.hint !== undefined && <span class="muted">{option.hint}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
