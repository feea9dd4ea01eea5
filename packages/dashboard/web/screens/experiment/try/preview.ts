import type { Experiment, Variant } from '@signalbox/core/contract'
import { type Assignment, assignments, compileLayer } from '@signalbox/core/evaluate'
import { nameOf } from '../results/figures/names.ts'

/** A client that an experiment may take. */
export interface Candidate {
  readonly experiment: Experiment
  readonly clientId: string
  /** Whether the audience is true for the client; `undefined` while that is not known. */
  readonly isInAudience: boolean | undefined
  /** How variants are chosen; `undefined` while that is not known. */
  readonly assignment: Assignment | undefined
  /** How many clients the current phase has bound to each variant; `undefined` while that is not known. */
  readonly boundNow: readonly number[] | undefined
}

/** What happens to a client that is not bound yet. */
export interface Preview {
  readonly aspect: 'clear' | 'plain'
  readonly title: string
  readonly because: string
  readonly variant?: Variant
}

/** Which variant a client would get that is not bound yet, or why it gets none. Decides as the service does. */
export function previewOf(candidate: Candidate): Preview {
  const { experiment, clientId, isInAudience } = candidate
  const none = (because: string): Preview => ({ aspect: 'plain', title: 'Not eligible.', because })
  if (!experiment.enabled) return none('The experiment is disabled, so it takes no new clients.')
  const { layer } = experiment
  if (layer && !compileLayer(layer)(clientId)) return none(`Its range of layer ${layer.name} doesn’t cover the client.`)
  if (isInAudience === false) return none('The audience is not true for the context.')
  if (isInAudience === undefined)
    return { aspect: 'plain', title: 'Not known.', because: 'The audience can’t be evaluated here.' }
  return chosen(candidate)
}

function chosen({ experiment, clientId, assignment, boundNow }: Candidate): Preview {
  const { id: experimentId, variants } = experiment
  const isCounted = assignment === 'balanced'
  if (assignment === undefined || (isCounted && boundNow === undefined))
    return { aspect: 'plain', title: 'Eligible.', because: 'Its variant is not known yet.' }
  const at = assignments[assignment]({ experimentId, clientId, variants, bound: boundNow ?? [] })
  const variant = variants[at]
  if (!variant) return { aspect: 'plain', title: 'Eligible.', because: 'Its variant is not known yet.' }
  return { aspect: 'clear', title: `It would get ${nameOf(variant)}.`, because: reasons[assignment], variant }
}

const reasons = {
  balanced: 'This variant is the furthest below its share at the moment.',
  hash: 'The hash of its id decides, so it is always the same one.',
  classic: 'The hash of its id decides, so it is always the same one.',
} satisfies Record<Assignment, string>
