import { isPattern } from '@signalbox/core/gateway'
import type { ComponentChildren } from 'preact'
import { copyText } from '../../parts/json/copy-text.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { curlOf } from '../api/testing/curl-of.ts'
import './address.css'

interface AddressWellProps {
  readonly url: string
  /** A call that is answered, to open and as a command. Absent: the address can only be copied. */
  readonly call?: { readonly method: string; readonly url: string } | undefined
  /** What stands before the address, such as the method of a route. */
  readonly children?: ComponentChildren
}

/** The address of something that the gateway serves, to copy, and a call of it to open and to copy as a command. */
export const AddressWell = ({ url, call, children }: AddressWellProps) => (
  <div class="address-well">
    <code dir="ltr">
      {children}
      {url}
    </code>
    <div class="bar">
      <button type="button" onClick={() => void copyText(url)}>
        <Icon name="copy" /> Copy
      </button>
      {call?.method === 'GET' && (
        <a href={call.url} target="_blank" rel="noreferrer" title={call.url}>
          <span>Open {call.url !== url && <code dir="ltr">{new URL(call.url).pathname}</code>}</span>
          <span class="hidden-text"> in a new tab</span>
        </a>
      )}
      {call && (
        <button type="button" onClick={() => void copyText(curlOf({ ...call, headers: [] }))}>
          Copy as curl
        </button>
      )}
    </div>
  </div>
)

/** A call of an address as it is written; `undefined` if it stands for several. */
export const callOf = (method: string, url: string) => (isPattern(url) ? undefined : { method, url })
