import type { JsonPatchOperation } from '@signalbox/core/contract'
import jsonpatch from 'fast-json-patch'
import type { Because } from '../confirm/because.ts'
import { changesOf, type MemberChange } from '../values/changes.ts'
import type { Writing } from './editing-ports.ts'

/** A record of the tests. */
export interface Thing {
  readonly id: string
  readonly [member: string]: unknown
}

/** An error as the client throws it. */
export const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

/** One record as the service keeps it, with versions, and with failures that a test asks for. */
export function createService(first?: Thing) {
  let record = first
  let version = 1
  const tags = new WeakMap<object, string>()
  const answer = (): Thing => {
    const copy = structuredClone(record) as Thing
    tags.set(copy, `"${version}"`)
    return copy
  }
  const service = {
    /** Lets the next write fail: before it is done, or after it, as when the connection is lost. */
    fails: undefined as undefined | 'before' | 'after' | 'rejects',
    isUnreachable: false,
    writes: [] as {
      by: string
      was: Thing | undefined
      now: Thing | undefined
      changes: readonly MemberChange[]
      reason?: string
    }[],
    record: () => record,
    etagOf: (thing: object) => tags.get(thing),
    write(by: string, next: Thing | undefined, reason?: string): void {
      const changes = changesOf(record ?? {}, next ?? {})
      service.writes.push({ by, was: record, now: next, changes, ...(reason !== undefined && { reason }) })
      record = next
      version += 1
    },
    get: async (): Promise<Thing> => {
      if (service.isUnreachable) throw failure('UNAVAILABLE')
      if (!record) throw failure('NOT_FOUND')
      return answer()
    },
    callsOf: (by: string) => {
      async function change({ ifMatch, reason }: Writing, next: () => Thing, isNew = false): Promise<Thing> {
        const { fails } = service
        service.fails = undefined
        if (service.isUnreachable || fails === 'before') throw failure('UNAVAILABLE')
        if (fails === 'rejects')
          throw failure('INVALID', { message: 'The thing is invalid: /a is too long', fieldErrors: { '/a': [] } })
        if (isNew && record) throw failure('CONFLICT')
        if (!isNew && !record) throw failure('NOT_FOUND')
        if (ifMatch !== undefined && ifMatch !== `"${version}"`) throw failure('PRECONDITION_FAILED')
        service.write(by, next(), reason)
        const result = answer()
        if (fails === 'after') throw failure('UNAVAILABLE')
        return result
      }
      return {
        create: (value: Thing, because: Because) => change(because, () => structuredClone(value), true),
        replace: (value: Thing, options: Writing) => change(options, () => structuredClone(value)),
        patch: (operations: JsonPatchOperation[], options: Writing) =>
          change(options, () => jsonpatch.applyPatch(structuredClone(record), operations, true).newDocument as Thing),
      }
    },
  }
  return service
}
