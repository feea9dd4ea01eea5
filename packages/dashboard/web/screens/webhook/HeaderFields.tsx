import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { below } from '../../values/pointer.ts'
import { MASK } from '../../values/secret-members.ts'
import { type Header, headersOf, isToRepeat, toHeaders } from './headers.ts'

interface HeaderFieldsProps {
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Whether the address differs from the saved one. */
  readonly isMoved: boolean
  problemsOf(pointer: string): readonly string[]
  onChange(next: Record<string, string> | undefined, step?: string): void
}

/** Edits the headers of every call. Saved values are not shown: they stay until they are replaced. */
export function HeaderFields({ headers, isMoved, problemsOf, onChange }: HeaderFieldsProps) {
  const list = headersOf(headers)
  const name = useSignal('')
  const adding = useRef<HTMLFormElement>(null)
  const replace = (at: number, next: Header | undefined, step?: string) =>
    onChange(toHeaders(list.flatMap((one, i) => (i !== at ? [one] : next ? [next] : []))), step)
  const add = () => {
    const added = name.value.trim()
    if (added === '' || list.some((one) => one.name.toLowerCase() === added.toLowerCase())) return
    onChange(toHeaders([...list, { name: added, value: '' }]))
    name.value = ''
  }
  return (
    <section class="strategy" aria-labelledby="headers-title">
      <h2 id="headers-title">Headers of every call</h2>
      {list.map((header, i) => {
        const isKept = header.value === MASK
        const mustRepeat = isToRepeat(header, isMoved)
        const pointer = below('/headers', header.name)
        const found = problemsOf(pointer)
        return (
          <TextField
            key={header.name}
            label={header.name}
            mono
            type="password"
            autocomplete="off"
            value={isKept ? '' : header.value}
            placeholder={isKept ? 'The saved value stays' : 'Value'}
            problem={
              mustRepeat
                ? 'The address has changed. Type the value again: the saved one was meant for the other address.'
                : found
            }
            onInput={(value) => replace(i, { ...header, value: value === '' && isKept ? MASK : value }, header.name)}
            after={
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Remove the header ${header.name}`}
                onClick={() => {
                  replace(i, undefined)
                  keepFocus(() => adding.current?.querySelector('input'))
                }}
              >
                <Icon name="x" />
              </button>
            }
          />
        )
      })}
      <form
        ref={adding}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label="Header"
          mono
          value={name.value}
          placeholder="Authorization"
          hint="Values are secret: nobody can read them after they are saved."
          onInput={(next) => {
            name.value = next
          }}
          after={
            <button type="submit" disabled={name.value.trim() === ''}>
              Add header
            </button>
          }
        />
      </form>
    </section>
  )
}
