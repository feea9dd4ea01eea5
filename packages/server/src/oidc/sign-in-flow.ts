import { randomBytes } from 'node:crypto'
import type { Store } from '@signalbox/core'
import { loadSignInKey } from '@signalbox/core/gateway'
import { FLOW_LIFE, flowCookie, noFlowCookie, readFlow } from './flow-cookie.ts'
import { type Claims, createProvider, type ProviderSettings } from './provider.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Signs people in by redirects: to the provider, and back to a callback. */
export interface SignInFlow {
  /** Begins: the page of the provider, and the cookie that remembers the sign-in. `to` is where the person goes afterwards. */
  begin(to: string, isSecure: boolean): Promise<{ readonly url: string; readonly cookie: string }>
  /** Takes up at the callback what this browser has begun. */
  resume(request: Returned): Promise<Resumed>
}

/** A request of the callback. */
export interface Returned {
  /** The header `Cookie`. */
  readonly cookies: string | undefined
  /** The query with its `?`. */
  readonly search: string
  readonly isSecure: boolean
}

/** A sign-in at its callback. */
export interface Resumed {
  /** Where the person wanted to go; `undefined` if this browser has begun nothing. */
  readonly to: string | undefined
  /** The `Set-Cookie` value that forgets the sign-in, however it ends. */
  readonly noCookie: string
  /** What the provider says of the account. Rejects with a `SignInFailure` if anything does not fit. */
  claims(): Promise<Claims>
}

interface FlowParts {
  /** The address to which the provider redirects. */
  readonly callback: string
  /** Keeps the key that signs the cookies, for all servers behind that address. */
  readonly store: Store
  /** The name of the cookie. @default the dashboard's */
  readonly name?: string
  /** @default what a user of the dashboard needs */
  readonly wanted?: readonly string[]
}

/** Creates the sign-ins of one callback: with state, nonce and PKCE, which a signed cookie keeps for ten minutes. */
export function createSignInFlow(settings: ProviderSettings, { callback, store, name, wanted }: FlowParts): SignInFlow {
  const provider = createProvider(settings, callback, wanted)
  const cookieOf = async (isSecure: boolean) => ({
    isSecure,
    key: await loadSignInKey(store, randomBytes),
    ...(name !== undefined && { name }),
  })

  return {
    async begin(to, isSecure) {
      const { url, flow } = await provider.begin()
      const kept = { ...flow, to, until: Date.now() + FLOW_LIFE }
      return { url: url.href, cookie: flowCookie(kept, await cookieOf(isSecure)) }
    },
    async resume({ cookies, search, isSecure }) {
      const flow = readFlow(cookies, Date.now(), await cookieOf(isSecure))
      return {
        to: flow?.to,
        noCookie: noFlowCookie(isSecure, name),
        async claims() {
          const url = new URL(`${callback}${search}`)
          if (!flow || url.searchParams.get('state') !== flow.state)
            throw new SignInFailure('expired', 'A sign-in was not begun in this browser, or has expired')
          return provider.finish(url, flow)
        },
      }
    },
  }
}
