import { isPattern } from '@signalbox/core/gateway'
import type { ComponentChildren } from 'preact'
import { copyText } from '../../parts/json/copy-text.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { curlOf } from '../api/testing/curl-of.ts'
import './address.css'

interface AddressWellProps {
  readonly url: string
  /** The method of the call that is copied. @default GET */
  readonly method?: string | undefined
  /** What stands before the address, such as the method of a route. */
  readonly children?: ComponentChildren
}

/** The address of something that the gateway serves, to copy, to open, and as a command. A pattern can only be copied. */
export function AddressWell({ url, method = 'GET', children }: AddressWellProps) {
  const isCallable = !isPattern(url)
  return (
    <div class="address-well">
      <code dir="ltr">
        {children}
        {url}
      </code>
      <div class="bar">
        <button type="button" onClick={() => void copyText(url)}>
          <Icon name="copy" /> Copy
        </button>
        {isCallable && method === 'GET' && (
          <a href={url} target="_blank" rel="noreferrer">
            Open<span class="hidden-text"> in a new tab</span>
          </a>
        )}
        {isCallable && (
          <button type="button" onClick={() => void copyText(curlOf({ method, url, headers: [] }))}>
            Copy as curl
          </button>
        )}
      </div>
    </div>
  )
}
