import type { SignalboxError } from '@signalbox/core/errors'
import type { Form } from '../pages/own/forms.ts'
import type { OwnPage } from '../pages/own/own-page.ts'
import type { Place } from '../pages/place.ts'
import type { Site } from '../pages/site.ts'
import type { Values } from './form-body.ts'
import type { Accounts, Found } from './mine.ts'
import type { Fields } from './problems.ts'

/** Somebody at a page of the portal that is theirs. */
export interface Visit {
  readonly place: Place
  /** The site with what this visitor may not see. */
  readonly whole: Site
  readonly accounts: Accounts
  /** Who they are; absent for somebody without a session. */
  readonly found?: Found
  readonly query: Values
  /** Their network address. */
  readonly address: string
  /** The address of the page, as it reached this server. */
  readonly url: string
  /** Where readers reach the portal, if it is known. */
  readonly portalUrl: string | undefined
  /** A token for a form. */
  next(): string
  /** Finds who has a session, or who sends the request now. */
  find(session?: string): Promise<Found | undefined>
}

/** A visit of somebody who is signed in. */
export type SignedIn = Visit & { readonly found: Found }

/** What a form leads to. */
export type Result =
  /** Another page: a path below the mount. `session` begins a session, or ends it if it is empty. */
  | { readonly kind: 'go'; readonly to: string; readonly session?: string }
  /** A page that is shown once. */
  | { readonly kind: 'page'; readonly page: OwnPage }
  /** The form again, with what changed before it failed. */
  | { readonly kind: 'failed'; readonly error: SignalboxError; readonly values: Values }

/** A form of a page. */
export interface Act<V extends Visit = Visit> {
  /** The names of its fields; a name that ends with `.` stands for all that begin with it. */
  readonly fields: readonly string[]
  /** The fields of members of the call that have other names, by JSON pointer. */
  readonly renamed?: Fields
  /** What is said at a field, whatever is wrong with it. */
  readonly sayings?: Readonly<Record<string, string>>
  /** Failures that the form tells, besides failures that its sender can correct. @default none */
  readonly tells?: readonly SignalboxError['code'][]
  /** What is said of a form that was sent already. @default the page is shown as it is now */
  readonly spent?: string
  run(visit: V, values: Values): Promise<Result>
}

/** A page of the portal that belongs to its visitor. Pages for everybody also take somebody without a session. */
export type Screen = ScreenOf<Visit, true> | ScreenOf<SignedIn, false>

interface ScreenOf<V extends Visit, IsOpen extends boolean> {
  readonly isOpen: IsOpen
  /** Throws NOT_FOUND if there is no such page for the visitor. A text is a path below the mount, to go there instead. */
  show(visit: V, form: Form): Promise<OwnPage | string>
  readonly acts: Readonly<Record<string, Act<V>>>
}

/** A page for somebody who is signed in. */
export const screen = (
  show: ScreenOf<SignedIn, false>['show'],
  acts: Readonly<Record<string, Act<SignedIn>>>,
): Screen => ({
  isOpen: false,
  show,
  acts,
})

/** A page for everybody. */
export const openScreen = (show: ScreenOf<Visit, true>['show'], acts: Readonly<Record<string, Act>>): Screen => ({
  isOpen: true,
  show,
  acts,
})

/** Leads to a path below the mount. */
export const go = (to: string, session?: string): Result => ({
  kind: 'go',
  to,
  ...(session !== undefined && { session }),
})

/** Shows a page. That of a consumer only takes a visit of somebody who is signed in. */
export async function showTo(screen: Screen, visit: Visit, form: Form): Promise<OwnPage | string> {
  const { found } = visit
  if (screen.isOpen) return screen.show(visit, form)
  if (!found) throw new TypeError('The page needs a visitor who is signed in')
  return screen.show({ ...visit, found }, form)
}

/** A form of a page, for its visitor; `undefined` for a name that none has, `signed-out` if the visitor must sign in first. */
export function actOf(screen: Screen, name: string, visit: Visit) {
  if (!Object.hasOwn(screen.acts, name)) return undefined
  if (screen.isOpen) {
    const act = screen.acts[name] as Act
    return { ...act, run: (values: Values) => act.run(visit, values) }
  }
  const { found } = visit
  if (!found) return 'signed-out'
  const act = screen.acts[name] as Act<SignedIn>
  return { ...act, run: (values: Values) => act.run({ ...visit, found }, values) }
}
