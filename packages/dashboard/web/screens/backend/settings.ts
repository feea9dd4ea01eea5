import type { RecordOf } from '../../kinds/kinds.ts'

/** A backend of an API, or one that is stored for all APIs. */
export type Backend = Omit<RecordOf<'backends'>, 'id'> & { readonly id?: string }

/** The targets of a backend, and how they are used. */
export type Settings = NonNullable<Backend['backend']>

/** A server that requests are sent to. */
export type Target = NonNullable<Settings['targets']>[number]

/** TLS settings of a backend or of one of its targets. */
export type Tls = NonNullable<Settings['tls_config']>

/** What a form of settings has: its value, and how members change. `undefined` removes a member. */
export interface SettingsProps<T> {
  readonly value: T
  /** The sentences about a member, by its JSON Pointer below the value. */
  problemsOf(pointer: string): readonly string[]
  onChange(members: Readonly<Record<string, unknown>>, step?: string): void
}
