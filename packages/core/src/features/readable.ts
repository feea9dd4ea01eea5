import { isObject } from '../machine/json/json.ts'
import type { StoredRecord } from './compiled-records.ts'

/** How a stored record is compiled, and what stands for a record that cannot be compiled: its members, if it has some. */
export interface Ways<Stored, T> {
  compile(record: Stored): T
  instead(record: object, cause: unknown): T
}

/** Compiles a stored record, or its text. */
export function readable<Stored, T>(id: string, stored: StoredRecord, { compile, instead }: Ways<Stored, T>): T {
  let record = stored
  try {
    if (typeof stored === 'string') record = JSON.parse(stored)
    if (!isObject(record) || record.id !== id) throw new TypeError(`The record that is stored as ${id} has another id`)
    if (typeof stored === 'string') record.id = id // one string for the record and its place
    return compile(record as Stored)
  } catch (cause) {
    return instead(isObject(record) ? record : {}, cause)
  }
}
