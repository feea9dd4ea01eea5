import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { failureSentence } from '../../calls/failures.ts'
import { actionsInForce } from '../../keys/keys.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { moved } from '../../parts/ways/roving.ts'
import { counted } from '../../words/words.ts'
import { distinct, type Found, isRequest } from './found.ts'
import { findLocally } from './local.ts'
import { useRemote } from './use-remote.ts'
import './find.css'

/** Finds records, screens and actions by words, and takes a context as JSON, or a request. */
export function Find({ onClose }: { onClose(): void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const words = useSignal('')
  const at = useSignal(0)
  // Read while the dialog is not there yet, which turns off the keys of the page.
  const actions = useMemo(() => actionsInForce().filter(({ keys }) => keys !== 'Ctrl+K' && !keys.startsWith('g ')), [])
  const text = words.value.trim()
  // A request may have credentials: the service is not asked for records with such words.
  const remote = useRemote(isRequest(text) ? '' : text)
  const groups = distinct([...findLocally(text, actions), { title: 'More records', found: remote.found }])
  const all = groups.flatMap(({ found }) => found)
  const active = Math.min(at.value, all.length - 1)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active, text])
  const choose = (one: Found | undefined) => {
    if (!one) return
    onClose()
    // After the dialog has given back the focus.
    queueMicrotask(one.run)
  }
  const onKeys = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(all[active])
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      at.value = moved(event.key, active, all.length) ?? 0
    }
  }
  return (
    <Dialog title="Find" onClose={onClose}>
      <div class="find-dialog">
        <input
          type="text"
          role="combobox"
          aria-label="Find a record or a screen"
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={id}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          autofocus
          placeholder="Words, an id, a context as JSON, or a request"
          value={words.value}
          onPaste={(event) => {
            // A field of one line would lose the lines of headers.
            const pasted = event.clipboardData?.getData('text') ?? ''
            if (!isRequest(pasted)) return
            event.preventDefault()
            words.value = pasted
            at.value = 0
          }}
          onInput={(event) => {
            words.value = event.currentTarget.value
            at.value = 0
          }}
          onKeyDown={onKeys}
        />
        <p class="hidden-text" role="status">
          {text !== '' && (all.length === 0 ? 'Nothing was found' : counted(all.length, 'result'))}
        </p>
        <div ref={list} id={id} class="found" role="listbox" aria-label="Results">
          {groups.map(({ title, found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={title} role="group" aria-label={title}>
              <p class="group" aria-hidden="true">
                {title}
              </p>
              {found.map((one) => (
                <Result
                  key={one.id}
                  id={`${id}-${all.indexOf(one)}`}
                  found={one}
                  isActive={all[active] === one}
                  choose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        {text !== '' && all.length === 0 && <p class="muted">Nothing was found.</p>}
        {remote.error !== undefined && (
          <p class="muted" dir="auto">
            Other records could not be searched: {failureSentence(remote.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface ResultProps {
  readonly id: string
  readonly found: Found
  readonly isActive: boolean
  choose(found: Found): void
}

const Result = ({ id, found, isActive, choose }: ResultProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => choose(found)}
  >
    {found.icon && <Icon name={found.icon} />}
    <span class={found.isKey ? 'key' : undefined}>{found.title}</span>
    <span class="muted">{found.kind}</span>
  </div>
)
