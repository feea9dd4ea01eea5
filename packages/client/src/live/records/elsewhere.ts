import type { Feature } from '@signalbox/core/contract'
import type { Clock, ConfigDecision, Context } from '@signalbox/core/evaluate'
import type { Remote } from '../following/remote.ts'
import { type HeldConfig, type HeldFeature, type HeldRules, ownValue } from './held.ts'
import { serverAnswers } from './server-answers.ts'

/** Prepares the records that this client does not evaluate: scripts, and what it does not know. */
export interface Elsewhere {
  /** Prepares a feature that the server is asked about. */
  askServer(feature: Feature): HeldFeature
  /** Prepares a feature that cannot be evaluated here: reports it, and asks the server if there is one. */
  unreadable(feature: Feature, cause: unknown): HeldFeature
  /** Prepares a config that the server is asked about. */
  askForValue(held: HeldConfig): HeldRules
  /** Prepares a config that cannot be evaluated here: reports it, and asks the server if there is one. */
  unreadableConfig(held: HeldConfig, cause: unknown): HeldRules
}

interface ElsewherePorts {
  /** `undefined` when offline. */
  readonly server: Remote | undefined
  readonly clock: Clock
  /** How many milliseconds an answer of the server is valid. */
  readonly lasts: number
  /** The state of a feature until the server has answered. */
  readonly defaultOf: (id: string) => boolean
  readonly report: (error: unknown) => void
  /** Reports failures of requests. */
  readonly reportRequest: (error: unknown) => void
}

/** Creates what prepares records that the server decides. */
export function createElsewhere(ports: ElsewherePorts): Elsewhere {
  const { server, clock, lasts, defaultOf, report } = ports
  const asking = { clock, lasts, report: ports.reportRequest }

  function problemOf(record: string, cause: unknown, instead: string): Error {
    const what = server ? 'cannot be evaluated here, so the server is asked' : `is invalid and ${instead}`
    const problem = new Error(`${record} ${what}`, { cause })
    report(problem)
    return problem
  }

  const elsewhere: Elsewhere = {
    askServer(feature) {
      const { id, activationStrategy } = feature
      const script = serverAnswers({ kind: 'Feature', id }, { ...asking, ask: server?.check })
      const none = /SCRIPT$/.test(activationStrategy) ? undefined : {}
      const isActive = (context: Context | undefined = none): boolean =>
        context !== undefined && (script.now(context)?.active ?? defaultOf(id)) // scripts only run with a context
      return { feature, script, none, isActive }
    },
    unreadable(feature, cause) {
      const problem = problemOf(`Feature ${feature.id}`, cause, 'is treated as inactive')
      return server ? elsewhere.askServer(feature) : { feature, problem, isActive: () => false }
    },
    askForValue(held) {
      const asked = serverAnswers<ConfigDecision>(
        { kind: 'Config', id: held.config.id },
        { ...asking, ask: server?.evaluate },
      )
      const unknown = undecided(held, `Config ${held.config.id} has not been evaluated in this context yet`)
      return { asked, decide: (context = {}) => asked.now(context) ?? unknown }
    },
    unreadableConfig(held, cause) {
      const problem = problemOf(`Config ${held.config.id}`, cause, 'its rules are ignored')
      if (server) return elsewhere.askForValue(held)
      const failed = undecided(held, problem.message)
      return { problem, decide: () => failed }
    },
  }
  return elsewhere
}

/** The value without rules, and why there is no other. */
const undecided = (held: HeldConfig, message: string): ConfigDecision => ({
  value: ownValue(held),
  reason: 'ERROR',
  message,
})
