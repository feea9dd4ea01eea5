import type { LiveConditionEnvironment } from '../conditions/compile-alone.ts'
import type { Context } from '../conditions/context.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import { usesPatterns } from '../conditions/uses.ts'
import { cannotEvaluate } from '../machine/errors/cannot-evaluate.ts'
import { failure, problem, type SignalboxError } from '../machine/errors/errors.ts'
import { notValid } from '../machine/errors/not-valid.ts'
import type { Report, Versioned } from '../ports.ts'
import type { Experiment } from './experiment.ts'
import { compileLayer } from './layers/compile-layer.ts'

/** Why an experiment takes no client: the range of its layer does not cover the client, or the audience is not true. */
export type Ineligible = 'layer' | 'audience'

/** Why a client cannot be bound; `undefined` if it can. `context` has the client's id. */
export type Judge = (clientId: string, context: Context | undefined) => Ineligible | undefined

/** The segments and features in memory, which audiences refer to. */
export interface LiveAudiences {
  readonly environment: LiveConditionEnvironment
  ready(): Promise<void>
}

/** Judges clients of experiments. Compiles the audience of an experiment once per version. */
export interface Eligibility {
  /** The judge of a stored experiment; `undefined` if it takes every client. */
  judgeOf(stored: Versioned): Promise<Judge | undefined>
}

/** The most experiments whose audiences are kept compiled. */
const MOST_KNOWN = 1000

/** Creates what judges clients by the segments and features in memory. */
export function createEligibility({ environment, ready }: LiveAudiences, report: Report): Eligibility {
  const known = new Map<string, { readonly version: string; readonly judge: Promise<Judge> }>()
  /** The versions of experiments that were reported, by id. */
  const reported = new Map<string, string>()

  async function compile(experiment: Experiment, version: string): Promise<Judge> {
    const { layer, audience } = experiment
    const { compileAlone } = await import('../conditions/compile-alone.ts')
    const patterns = usesPatterns(audience) ? await loadPatterns() : undefined
    try {
      const isInLayer = layer && compileLayer(layer)
      const isTrue = audience && compileAlone(audience, { ...environment, patterns }).isTrue
      return (clientId, context) => {
        if (isInLayer?.(clientId) === false) return 'layer'
        return isTrue?.({ ...context, id: clientId }) === false ? 'audience' : undefined
      }
    } catch (cause) {
      reportOnce(experiment.id, version, cause)
      return () => 'audience'
    }
  }

  /** An experiment that cannot be compiled, such as an experiment of a later version, must not affect the others. */
  function reportOnce(id: string, version: string, cause: unknown): void {
    if (reported.get(id) === version) return
    reported.set(id, version)
    report(new Error(cannotEvaluate(`Experiment ${id}`, 'it takes no new clients', cause), { cause }))
  }

  function compiled(experiment: Experiment, version: string): Promise<Judge> {
    const { id } = experiment
    const found = known.get(id)
    if (found?.version === version) return found.judge
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest)
    const judge = compile(experiment, version)
    known.set(id, { version, judge })
    judge.catch(() => known.delete(id))
    return judge
  }

  return {
    async judgeOf({ value, version }) {
      const experiment = value as Experiment
      if (experiment.audience === undefined && experiment.layer === undefined) return undefined
      if (experiment.audience !== undefined) await ready()
      return compiled(experiment, version)
    },
  }
}

/** CONFLICT: the experiment does not take the client. */
export const notEligible = (experimentId: string, clientId: string, why: Ineligible): SignalboxError =>
  failure(
    'CONFLICT',
    `Client ${clientId} is not eligible for experiment ${experimentId}: ${sentences[why]}. Nothing was recorded`,
    problem('error.not.eligible', experimentId, clientId, why),
  )

const sentences = {
  layer: "the experiment's range of its layer does not cover the client",
  audience: 'the audience is not true for the context of the call',
} satisfies Record<Ineligible, string>

/** Throws INVALID if a context names another client. `place` is the JSON pointer of the context. */
export function checkClient(context: Context | undefined, clientId: string, place = ''): void {
  if (context?.id === undefined || context.id === clientId) return
  throw notValid('The body', { fieldErrors: { [`${place}/id`]: [problem('error.client', clientId)] } })
}
