import { access } from './access.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { records } from './records.ts'
import { wire } from './wire.ts'

/** Faults that the tests must find. `npm run faults` tries them. */
export const parts = [evaluate, access, compile, records, wire]

/** All faults in one list, each with its part and file. */
export const faults = parts.flatMap((part) =>
  Object.entries(part.files).flatMap(([file, list]) => list.map((fault) => ({ ...fault, file, part }))),
)
