import { signal } from '@preact/signals'
import { mount } from '../../place/mount.ts'
import { type Guide, readGuide } from './read-guide.ts'

const KEY = `signalbox:guide:${mount.path}`

/** How far the user is with the guide of an empty box, on this browser. It holds no secret. */
export const guide = signal<Guide>(readGuide(stored()))

/** Changes where the user is. Members that are `undefined` are removed. */
export function goOn(changes: { readonly [Member in keyof Guide]: Guide[Member] | undefined }): void {
  guide.value = readGuide(JSON.stringify({ ...guide.peek(), ...changes }))
  try {
    localStorage.setItem(KEY, JSON.stringify(guide.value))
  } catch {
    // A browser without storage keeps it until the page is closed.
  }
}

/** Closes the guide. Overview has a button that opens it again. */
export const closeGuide = (): void => goOn({ isClosed: true, isOpen: undefined })

/** Opens the guide where it was closed, or in a system that has records already. */
export const openGuide = (): void => goOn({ isClosed: undefined, isOpen: true })

/** The key that the guide has created, with its secret. Only this signal has it: after a reload it is lost. */
export const issued = signal<{ readonly id: string; readonly secret: string } | undefined>(undefined)

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
