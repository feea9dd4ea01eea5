import { effect, signal } from '@preact/signals'
import { isAllowed, type Right } from '@signalbox/core/grants'
import { mount } from '../place/mount.ts'
import { api, rejections } from './api.ts'
import { isAnotherUser } from './forget.ts'

/** The signed-in caller, as `me` answers. */
export type Me = Awaited<ReturnType<typeof api.me>>

/**
 * The caller: `unknown` until the first answer, `out` without a session, else `in`. A session that ends while the page is
 * open becomes `out`; unsaved work stays.
 */
export type Session = { readonly state: 'unknown' | 'out' } | { readonly state: 'in'; readonly me: Me }

/** The session of this page. */
export const session = signal<Session>({ state: 'unknown' })

/**
 * Whether the user is ending the session: by signing out, or by a new password, which begins another. Nothing is asked in
 * the background meanwhile.
 */
export const isEnding = signal(false)

/** Asks the service who the caller is. */
export async function refreshSession(): Promise<void> {
  try {
    const me = await api.me({})
    // What the page holds in memory belongs to the user before.
    if (isAnotherUser(`${me.kind} ${me.id}`)) return location.reload()
    session.value = { state: 'in', me }
  } catch (error) {
    if ((error as { code?: string }).code !== 'UNAUTHENTICATED') throw error
    session.value = { state: 'out' }
  }
}

/**
 * Whether the caller may do something with a record, or with some record of a domain. Pages that write nothing allow
 * reading only.
 */
export function may(right: Right, domain: string, id?: string): boolean {
  const current = session.value
  if (current.state !== 'in' || (mount.readOnly && right !== 'R')) return false
  return isAllowed(current.me, { right, domain, ...(id !== undefined && { id }) })
}

effect(() => {
  if (rejections.value > 0 && !isEnding.peek() && session.peek().state === 'in') session.value = { state: 'out' }
})
