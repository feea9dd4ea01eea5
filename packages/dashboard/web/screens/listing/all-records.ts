import { type ReadonlySignal, signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { type Kind, kinds } from '../../kinds/kinds.ts'
import { operationsOf } from '../../records/operations.ts'
import { connected, onEvent, onGap } from '../../records/stream.ts'
import { type AnyRecord, idOf } from '../../values/id-of.ts'

/** All records of a kind, kept fresh by events. */
export interface AllRecords<T> {
  /** In the order of their ids. */
  readonly all: ReadonlySignal<readonly T[]>
  readonly state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  readonly error: ReadonlySignal<unknown>
  load(): Promise<void>
  /** Adds one that was created a moment ago, before its event arrives. */
  add(record: T): void
}

/** Creates a list of all records of a kind with some of their members, by commas. It is empty until `load` is called. */
export function createAllRecords<T extends AnyRecord>(kind: Kind, fields: string): AllRecords<T> {
  const all = signal<readonly T[]>([])
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const error = signal<unknown>(undefined)
  let loading: object | undefined
  let missed: ChangeEvent[] = []

  const put = (removed: string | undefined, next?: T) => {
    const rest = all.peek().filter((one) => idOf(one) !== removed && (!next || idOf(one) !== idOf(next)))
    all.value = next ? sorted([...rest, next]) : rest
  }
  const apply = ({ type, payload, oldValue }: ChangeEvent) => {
    const next = payload as T
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
      const read: T[] = []
      for await (const line of await operationsOf(kind).export({ fields })) read.push(line as T)
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
  return { all, state, error, load, add: (record) => put(undefined, record) }
}

const sorted = <T extends AnyRecord>(records: T[]): T[] =>
  records.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
