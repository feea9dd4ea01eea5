import { signal } from '@preact/signals'
import { api } from './api.ts'

/** The signed-in caller, as `me` answers. */
export type Me = Awaited<ReturnType<typeof api.me>>

/**
 * The caller: `unknown` until the first answer, `out` without a session, else `in`. A session that ends while the page is
 * open becomes `out`; unsaved work stays.
 */
export type Session = { readonly state: 'unknown' | 'out' } | { readonly state: 'in'; readonly me: Me }

/** The session of this page. */
export const session = signal<Session>({ state: 'unknown' })

/** Asks the service who the caller is. */
export async function refreshSession(): Promise<void> {
  try {
    session.value = { state: 'in', me: await api.me({}) }
  } catch (error) {
    if ((error as { code?: string }).code !== 'UNAUTHENTICATED') throw error
    session.value = { state: 'out' }
  }
}

/** Whether the caller may do something with a record, or with some record of a domain. */
export function may(right: 'C' | 'R' | 'U' | 'D', domain: string, id?: string): boolean {
  const current = session.value
  return current.state === 'in' && (current.me.admin || isGranted(current.me, { right, domain, id }))
}

const isGranted = (_me: Me, _asked: { right: string; domain: string; id: string | undefined }): boolean => false
