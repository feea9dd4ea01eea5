import { access } from './access.ts'
import { compile } from './compile.ts'
import { consumers } from './consumers.ts'
import { evaluate } from './evaluate.ts'
import { evaluation } from './evaluation.ts'
import { limits } from './limits.ts'
import { pipeline } from './pipeline.ts'
import { plugins } from './plugins.ts'
import { records } from './records.ts'
import { remote } from './remote.ts'
import { saving } from './saving.ts'
import { served } from './served.ts'
import { settings } from './settings.ts'
import { sinks } from './sinks.ts'
import { sql } from './sql.ts'
import { wire } from './wire.ts'
import { workers } from './workers.ts'

/** Faults that the tests must find. `npm run faults` tries them. */
export const parts = [
  ...[evaluate, access, compile, records, wire],
  ...[sql, sinks, limits, consumers, served, remote, settings, workers],
  ...[pipeline, plugins, saving, evaluation],
]

/** All faults in one list, each with its part and file. */
export const faults = parts.flatMap((part) =>
  Object.entries(part.files).flatMap(([file, list]) => list.map((fault) => ({ ...fault, file, part }))),
)
