import { type Problem, type Problems, problem } from '../../machine/errors/errors.ts'

/** Collects the problems that a static check finds. */
export interface Findings {
  add(pointer: string, ...problems: readonly Problem[]): void
  /** Whether the limit of reported places is reached, so that checking further is useless. */
  isFull(): boolean
  /** Records that a step assigns a name; `undefined` if the name is computed at run time. */
  assign(name: string | undefined): void
  /** Records that an expression reads a name from memory. */
  read(name: string, pointer: string): void
  /** Returns all problems by pointer, including reads of names that nothing assigns. */
  problems(): Problems['fieldErrors']
}

/** Creates an empty collection. */
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
      const isKnown = isFull() || assignsAnything // not all assigned names are known
      for (const { name, pointer } of reads)
        if (!isKnown && !assigned.has(name)) add(pointer, problem('error.workflow.unassigned', name))
      return Object.fromEntries(found)
    },
  }
}

/** Maximum number of reported places, so that a response stays smaller than its request. */
const MOST_PLACES = 1000
