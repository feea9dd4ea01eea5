import type { Environment } from '@signalbox/core/evaluate'
import { compileConfig, compileFeature } from '@signalbox/core/evaluate'
import type { HeldConfig, HeldFeature, HeldRules } from './held.ts'
import { checkMembers } from './known-members.ts'
import type { Compiled, Referring } from './rules-graph.ts'
import { createGraph, LOADING } from './rules-graph.ts'
import type { Rules, RulesEngine } from './rules-port.ts'

/** How a record with rules is evaluated here, or asked about. */
interface Ways<H> {
  /** `Feature shop:express`, in messages. */
  readonly label: string
  /** The record whose references count. */
  readonly record: () => Referring
  /** Evaluates it here; or why that is impossible. */
  readonly compiled: () => Compiled<H>
  readonly askServer: () => H
  readonly unreadable: (cause: unknown) => H
}

/**
 * Creates what evaluates features and configs with rules over the records in memory. The server is asked about a record
 * that uses something unknown to this version, or refers to something that is not in memory. The first check after a
 * change determines this, so a change costs nothing for records that nobody checks.
 */
export const rules: RulesEngine = ({ state, hasServer, elsewhere, report }) => {
  const graph = createGraph({ state, report })

  /** Returns how a record is currently evaluated; determined again after each change. */
  function settled<H>({ label, record, compiled, askServer, unreadable }: Ways<H>): () => H {
    let settledIn = 0
    let current: H
    let waiting: H | undefined
    let asked: H | undefined
    let isReported = false

    function settle(): void {
      settledIn = graph.generation
      const { value, problem: own } = compiled() // first: this creates the references that `resolve` sets
      const unknown = graph.resolve(record())
      const problem = own ?? unknown
      if (value && (unknown === undefined || (!hasServer && unknown !== LOADING))) {
        if (unknown && !isReported)
          report(new Error(`${label} refers to something unknown; its condition is false`, { cause: unknown }))
        isReported ||= unknown !== undefined
        current = value
      } else if (problem === LOADING) {
        waiting ??= askServer()
        current = waiting
      } else {
        asked ??= unreadable(problem)
        current = asked
      }
    }

    return () => {
      if (settledIn !== graph.generation) settle()
      return current
    }
  }

  function hold(feature: HeldFeature['feature'], settings: Environment): HeldFeature {
    const environment = graph.withRules(settings)
    const compiled = once(() =>
      graph.compile(feature, () => {
        checkMembers(feature.parameters, 'feature')
        return compileFeature(feature, environment).isActive
      }),
    )
    const now = settled<HeldFeature>({
      label: `Feature ${feature.id}`,
      record: () => held,
      compiled: once(() => {
        const { value, problem } = compiled()
        return value ? { value: { feature, isActive: value } } : { problem }
      }),
      askServer: () => elsewhere.askServer(feature),
      unreadable: (cause) => elsewhere.unreadable(feature, cause),
    })
    const held: HeldFeature = {
      feature,
      environment,
      get script() {
        return now().script
      },
      get none() {
        return now().none
      },
      get problem() {
        return now().problem
      },
      isActive: (context) => now().isActive(context),
    }
    graph.addFeature(held, compiled)
    return held
  }

  function holdConfig(held: HeldConfig): HeldRules {
    const { config } = held
    let environment: Environment | undefined
    let compiled: () => Compiled<HeldRules>
    const now = settled<HeldRules>({
      label: `Config ${config.id}`,
      record: () => config,
      compiled() {
        if (environment !== state().environment) {
          environment = state().environment
          const settings = graph.withRules(environment)
          compiled = once(() =>
            graph.compile(config, () => {
              checkMembers(config, 'config')
              return { decide: compileConfig(config, settings) }
            }),
          )
        }
        return compiled()
      },
      askServer: () => elsewhere.askForValue(held),
      unreadable: (cause) => elsewhere.unreadableConfig(held, cause),
    })
    return {
      get asked() {
        return now().asked
      },
      get problem() {
        return now().problem
      },
      decide: (context) => now().decide(context),
    }
  }

  return {
    hold,
    holdConfig,
    changed: graph.changed,
    load: ({ features = [], segments = [], configs = [] }) =>
      graph.loadPatternsFor([...features, ...segments, ...configs]),
  } satisfies Rules
}

/** Keeps the first result that is not a wait for the engine of regular expressions. */
function once<T>(compile: () => Compiled<T>): () => Compiled<T> {
  let compiled: Compiled<T> = { problem: LOADING }
  return () => {
    if (compiled.problem === LOADING) compiled = compile()
    return compiled
  }
}
