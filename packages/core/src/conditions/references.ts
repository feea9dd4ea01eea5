/**
 * Segments and features that conditions refer to. They can be added, changed and removed without compiling the
 * conditions again.
 */

import { weakMap } from '../machine/answers/weak-map.ts'
import type { Context, Test } from './context.ts'
import type { CompiledCondition, ConditionEnvironment } from './environment.ts'

/** The kinds of records that conditions refer to. */
export type ReferenceKind = 'segment' | 'feature'

/** The segments and features that conditions refer to, by id. */
export interface LiveReferences extends Pick<ConditionEnvironment, ReferenceKind> {
  /** Sets the target of all references to an id; `undefined` makes them unresolved. */
  set(kind: ReferenceKind, id: string, target: CompiledCondition | undefined): void
  /** Finds the target of all references to an id again, because it was added, changed or removed. */
  changed(kind: ReferenceKind, id: string): void
  /**
   * Makes a test that evaluates each segment and feature at most once per call, however often conditions refer to it.
   * A reference that leads back to itself is false. Every test with references is wrapped in this.
   */
  evaluation(test: Test): Test
}

/** The longest chain of references in an evaluation; longer ones would exhaust the stack. Further references are unresolved. */
export const MOST_STEPS = 100

/** The evaluation in progress. */
interface Turn {
  /** Differs for each evaluation. */
  number: number
  context: Context | undefined
  isBusy: boolean
  /** How many references are being evaluated, each because of the one before. */
  steps: number
}

/** Returns the target of a reference. Called when the first condition with that reference is compiled, and by `changed`. */
type Find = (kind: ReferenceKind, id: string) => CompiledCondition | undefined

/**
 * Creates references. `find` returns the first target of a reference; later ones are passed to `set`, or found by `changed`.
 *
 * @example
 * const references = createReferences(() => undefined)
 * const { isTrue } = compileCondition({ segment: 'staff' }, { clock, zone, ...references })
 * references.set('segment', 'staff', { isTrue: (context) => context?.team === 'shop' })
 */
export function createReferences(find: Find): LiveReferences {
  const turn: Turn = { number: 0, context: undefined, isBusy: false, steps: 0 }
  const known = { segment: weakMap<Reference>(), feature: weakMap<Reference>() }
  let last = 0

  function referenceTo(kind: ReferenceKind, id: string): Reference {
    const found = known[kind].get(id)
    if (found) return found
    const reference = createReference(turn, evaluation)
    known[kind].set(id, reference)
    reference.set(find(kind, id))
    return reference
  }

  const evaluation =
    (test: Test): Test =>
    (context) => {
      if (turn.isBusy && turn.context === context) return test(context)
      // A getter of a context may start another evaluation within this one.
      const { number, context: outer, isBusy, steps } = turn
      turn.number = ++last
      turn.context = context
      turn.isBusy = true
      turn.steps = 0
      try {
        return test(context)
      } finally {
        turn.number = number
        turn.context = outer
        turn.isBusy = isBusy
        turn.steps = steps
      }
    }

  return {
    segment: (id) => referenceTo('segment', id),
    feature: (id) => referenceTo('feature', id),
    set: (kind, id, target) => known[kind].get(id)?.set(target),
    changed: (kind, id) => known[kind].get(id)?.set(find(kind, id)),
    evaluation,
  }
}

interface Reference extends Required<CompiledCondition> {
  set(target: CompiledCondition | undefined): void
}

function createReference(turn: Turn, evaluation: LiveReferences['evaluation']): Reference {
  let target: CompiledCondition | undefined
  let askedIn = 0
  let isTrue = false
  let askedOpenIn = 0
  let isOpen = true
  return {
    set(next) {
      target = next
    },
    isTrue: evaluation((context) => {
      if (target === undefined || turn.steps === MOST_STEPS) return false
      if (askedIn === turn.number) return isTrue
      askedIn = turn.number
      isTrue = false // the answer to a cycle
      turn.steps++
      isTrue = target.isTrue(context)
      turn.steps--
      return isTrue
    }),
    isUnresolved: evaluation((context) => {
      if (target === undefined || turn.steps === MOST_STEPS) return true
      if (target.isUnresolved === undefined) return false
      if (askedOpenIn === turn.number) return isOpen
      askedOpenIn = turn.number
      isOpen = false
      turn.steps++
      isOpen = target.isUnresolved(context)
      turn.steps--
      return isOpen
    }),
  }
}
