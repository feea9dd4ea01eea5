import type { ChangeEvent } from '@signalbox/core/contract'

/** Who caused an event, in words. */
export interface Author {
  readonly name: string
  /** What the name means, as a sentence, if that is not plain from the name. */
  readonly means?: string
}

type AuthInfo = NonNullable<ChangeEvent['authInfo']>

/** The authors that are no callers with a name of their own, by their kind. Their ids tell them from callers of the same kind. */
const known = {
  System: {
    id: 'signalbox',
    name: 'Signalbox',
    means: 'The service itself, or the program that it runs in.',
  },
  Anyone: {
    id: 'anyone',
    name: 'Anyone (no sign-in required)',
    means: 'Access control is off, so the service doesn’t know who calls it.',
  },
} as const

/** What the kinds of authors are called. */
const kinds: Readonly<Record<string, string>> = { User: 'user', ApiKey: 'API key', Credential: 'credential' }

/** The author of an event. Events of earlier versions may have none. */
export function authorOf(authInfo: AuthInfo | undefined): Author {
  if (!authInfo) return { name: 'The program', means: 'The author was not recorded.' }
  const { id, name, kind } = authInfo
  const special = Object.hasOwn(known, kind) ? known[kind as keyof typeof known] : undefined
  if (special?.id === id) return { name: special.name, means: special.means }
  const what = Object.hasOwn(kinds, kind) ? kinds[kind] : kind
  return { name, means: `The ${what} ${id}.` }
}

/** Whether the service itself caused an event, or the program in which it runs. */
export const isOfService = (authInfo: AuthInfo | undefined): boolean =>
  !authInfo || (authInfo.kind === 'System' && authInfo.id === known.System.id)
