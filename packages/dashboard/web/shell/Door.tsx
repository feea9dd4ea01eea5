import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type Me, refreshSession, session } from '../calls/session.ts'
import type { Found } from '../find-screen.ts'
import { Failure } from '../parts/outcomes/Failure.tsx'
import { Late } from '../parts/outcomes/Late.tsx'
import { lazily } from '../parts/outcomes/lazily.tsx'
import { mount } from '../place/mount.ts'
import { navigate, place } from '../place/place.ts'
import { useScreen } from './use-screen.ts'

const SignInAgain = lazily(async () => (await import('../screens/sign-in/SignInAgain.tsx')).SignInAgain)
const ReplacePassword = lazily(async () => (await import('../screens/sign-in/ReplacePassword.tsx')).ReplacePassword)

interface DoorProps {
  readonly found: Found | undefined
  /** Draws the page of a signed-in user. */
  children(me: Me): ComponentChildren
}

/**
 * Lets signed-in users in. Others are sent to the page where they sign in, and come back from there. If the session ends
 * while the page is open, they sign in above the page, which keeps its unsaved work.
 */
export function Door({ found, children }: DoorProps) {
  const current = session.value
  const known = useRef<Me | undefined>(undefined)
  if (current.state === 'in') known.current = current.me
  const isOpen = found?.screen.isOpen ?? false
  const isOut = current.state === 'out' && !known.current
  useEffect(() => {
    if (isOut && !isOpen) leave()
  }, [isOut, isOpen])
  if (found && isOpen) return <OpenScreen found={found} />
  if (current.state === 'unknown') return <Arriving />
  if (!known.current) return null
  if (current.state === 'in' && current.me.temporary) return <ReplacePassword me={current.me} />
  return (
    <>
      {children(known.current)}
      {current.state === 'out' && <SignInAgain me={known.current} />}
    </>
  )
}

/** Goes to the page where users sign in, which leads back here. */
function leave(): void {
  if (mount.signIn === undefined) {
    const { path, query } = place.peek()
    const here = query.size > 0 ? `${path}?${query}` : path
    navigate(here === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(here)}`, { replace: true })
  } else {
    const address = new URL(mount.signIn, document.baseURI)
    address.searchParams.set('to', location.pathname + location.search)
    location.replace(address)
  }
}

/** How long a service that is not ready is left alone, in milliseconds. */
const AGAIN_MS = 2000

/** Asks who the caller is, and says so if the service does not answer. A service that is not ready is asked again. */
function Arriving() {
  const error = useSignal<unknown>(undefined)
  const ask = () => {
    refreshSession().catch((failure) => {
      error.value = failure
    })
  }
  const retry = () => {
    error.value = undefined
    ask()
  }
  useLayoutEffect(ask, [])
  useEffect(() => {
    if ((error.value as { code?: unknown } | undefined)?.code !== 'UNAVAILABLE') return
    const timer = setTimeout(ask, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error.value])
  if (error.value === undefined) return <Late>Loading…</Late>
  return (
    <main class="page">
      <h1>{mount.title}</h1>
      <Failure error={error.value} retry={retry} />
    </main>
  )
}

/** A screen that needs no session, such as the one to sign in. */
function OpenScreen({ found: { screen, params } }: { readonly found: Found }) {
  const loaded = useScreen(screen)
  if (loaded.state === 'loaded') return <loaded.Shown {...params} />
  if (loaded.state === 'failed') return <Failure error={loaded.error} retry={loaded.retry} />
  return <Late>Loading…</Late>
}
