import { isSecretParameter } from '@signalbox/core/gateway'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import type { AskedRequest } from './create-explaining.ts'
import { explaining, given, notes, takeRequest } from './explaining-here.ts'
import type { GivenHeader } from './given-request.ts'
import { parseRequest } from './parse-request.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** The request to explain: typed, or pasted as a curl command or a raw request. */
export function RequestForm() {
  const form = useRef<HTMLFormElement>(null)
  const { method, url, headers, address } = given.value
  const set = (part: Partial<AskedRequest>) => {
    given.value = { ...given.peek(), ...part }
  }
  const setHeader = (at: number, next: GivenHeader | undefined) =>
    set({ headers: headers.flatMap((one, i) => (i !== at ? [one] : next ? [next] : [])) })
  const submit = () => {
    const read = parseRequest(url)
    if (read) return takeRequest(read)
    notes.value = []
    if (url.trim() !== '') void explaining.ask(given.peek())
  }
  return (
    <form
      ref={form}
      class="explain-form"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onPaste={(event) => {
        const read = parseRequest(event.clipboardData?.getData('text') ?? '')
        if (!read) return
        event.preventDefault()
        takeRequest(read)
      }}
    >
      <div class="request-line">
        <SelectField
          label="Method"
          stacked
          value={method}
          choices={[...new Set([...methods, method])].map((value) => ({ value, label: value }))}
          onChange={(next) => set({ method: next })}
        />
        <TextField
          label="URL"
          stacked
          mono
          autocomplete="off"
          value={url}
          placeholder="https://api.shop.example/orders/7"
          onInput={(next) => set({ url: next })}
        />
      </div>
      <p class="muted">Paste a curl command or a raw request to fill in the form. Nothing is sent to a backend.</p>
      {headers.map((header, at) => (
        <div key={at} class="request-header">
          <input
            type="text"
            class="key"
            aria-label={`Name of header ${at + 1}`}
            placeholder="Name"
            autocomplete="off"
            spellcheck={false}
            value={header.name}
            onInput={(event) => setHeader(at, { ...header, name: event.currentTarget.value })}
          />
          <input
            type={(isSecretParameter(header.name) ? 'password' : 'text') as 'text'}
            class="key"
            aria-label={`Value of ${header.name || `header ${at + 1}`}`}
            placeholder="Value"
            autocomplete="off"
            spellcheck={false}
            value={header.value}
            onInput={(event) => setHeader(at, { ...header, value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove the header ${header.name}`}
            onClick={() => {
              setHeader(at, undefined)
              keepFocus(() => form.current?.querySelector('.add-header'))
            }}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
      <div class="bar">
        <button
          type="button"
          class="add-header"
          onClick={() => {
            set({ headers: [...headers, { name: '', value: '' }] })
            keepFocus(() => form.current?.querySelector('.request-header:last-of-type input'))
          }}
        >
          <Icon name="plus" />
          Header
        </button>
        <details class="more-settings" open={address !== ''}>
          <summary>Client address</summary>
          <TextField
            label="Address"
            stacked
            mono
            autocomplete="off"
            value={address}
            placeholder="203.0.113.7"
            hint="The address that connects to the gateway. Empty: an address that isn’t a trusted proxy."
            onInput={(next) => set({ address: next })}
          />
        </details>
        <button type="submit" class="primary" disabled={url.trim() === ''} aria-busy={explaining.isAsking.value}>
          Explain
        </button>
      </div>
    </form>
  )
}
