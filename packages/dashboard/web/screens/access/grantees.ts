import { type ReadonlySignal, signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import type { Grantee } from '@signalbox/core/grants'
import { kinds } from '../../kinds/kinds.ts'
import { operationsOf } from '../../records/operations.ts'
import { connected, onEvent, onGap } from '../../records/stream.ts'
import { type AnyRecord, idOf } from '../../values/id-of.ts'

/** The kinds of records that have grants. */
export type GranteeKind = 'users' | 'apiKeys'

/** A user or an API key, as lists show it. */
export interface ListedGrantee extends AnyRecord, Grantee {
  readonly name: string
  readonly email?: string
  readonly temporary?: boolean
}

/** All users, or all API keys, kept fresh by events. */
export interface Grantees {
  /** In the order of their ids. */
  readonly all: ReadonlySignal<readonly ListedGrantee[]>
  readonly state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  readonly error: ReadonlySignal<unknown>
  load(): Promise<void>
  /** Adds one that was created a moment ago, before its event arrives. */
  add(grantee: ListedGrantee): void
}

const lists = new Map<GranteeKind, Grantees>()

/** The users or the API keys. The first call loads them. */
export function granteesOf(kind: GranteeKind): Grantees {
  const known = lists.get(kind)
  if (known) return known
  const created = createGrantees(kind)
  lists.set(kind, created)
  void created.load()
  return created
}

const fields = {
  users: 'id,name,email,admin,temporary,authorizedPatterns',
  apiKeys: 'clientId,name,admin,authorizedPatterns',
} as const

function createGrantees(kind: GranteeKind): Grantees {
  const all = signal<readonly ListedGrantee[]>([])
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const error = signal<unknown>(undefined)
  let loading: object | undefined
  let missed: ChangeEvent[] = []

  const put = (removed: string | undefined, next?: ListedGrantee) => {
    const rest = all.peek().filter((one) => idOf(one) !== removed && (!next || idOf(one) !== idOf(next)))
    all.value = next ? sorted([...rest, next]) : rest
  }
  const apply = ({ type, payload, oldValue }: ChangeEvent) => {
    const next = payload as ListedGrantee
    if (/[^S]_DELETED$/.test(type)) put(idOf(next))
    else if (/_(CREATED|UPDATED)$/.test(type))
      put(oldValue === undefined ? undefined : idOf(oldValue as AnyRecord), next)
  }

  async function load() {
    const current = {}
    loading = current
    missed = []
    if (state.peek() === 'failed') state.value = 'loading'
    try {
      await connected
      const read: ListedGrantee[] = []
      for await (const line of await operationsOf(kind).export({ fields: fields[kind] }))
        read.push(line as ListedGrantee)
      if (loading !== current) return
      loading = undefined
      all.value = sorted(read)
      for (const event of missed) apply(event)
      state.value = 'ready'
    } catch (cause) {
      if (loading !== current) return
      loading = undefined
      error.value = cause
      state.value = 'failed'
    }
  }

  onGap(() => void load())
  onEvent((event) => {
    if (event.domain !== kinds[kind].domain) return
    if (loading) missed.push(event)
    apply(event)
  })
  return { all, state, error, load, add: (grantee) => put(undefined, grantee) }
}

const sorted = (grantees: ListedGrantee[]): ListedGrantee[] =>
  grantees.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
