import type { Problem, Problems } from '../errors.ts'
import { problem } from '../errors.ts'

/** What a static check has found so far. */
export interface Findings {
  add(pointer: string, ...problems: readonly Problem[]): void
  /** Whether so much is found that no more places are told of: looking on is of no use. */
  isFull(): boolean
  /** A step keeps something under this name; `undefined`: under one that only a run can tell. */
  assign(name: string | undefined): void
  /** An expression reads what the memory holds under a name. */
  read(name: string, pointer: string): void
  /** All problems by pointer, those of names that nothing keeps included. */
  problems(): Problems['fieldErrors']
}

/** Findings of a workflow: none yet. */
export function createFindings(): Findings {
  const found = new Map<string, readonly Problem[]>()
  const assigned = new Set(['input'])
  const reads: { readonly name: string; readonly pointer: string }[] = []
  let assignsAnything = false

  const add: Findings['add'] = (pointer, ...problems) => {
    if (found.size < MOST_PLACES || found.has(pointer)) found.set(pointer, [...(found.get(pointer) ?? []), ...problems])
  }
  const isFull = () => found.size >= MOST_PLACES
  return {
    add,
    isFull,
    assign(name) {
      if (name === undefined) assignsAnything = true
      else assigned.add(name)
    },
    read: (name, pointer) => void reads.push({ name, pointer }),
    problems() {
      const isKnown = isFull() || assignsAnything // nobody looked for all that is assigned, or it cannot be told
      for (const { name, pointer } of reads)
        if (!isKnown && !assigned.has(name)) add(pointer, problem('error.workflow.unassigned', name))
      return Object.fromEntries(found)
    },
  }
}

/** Problems are told of so many places, so that an answer stays smaller than what it answers. */
const MOST_PLACES = 1000
