import {
  type ConfigDecision,
  type Context,
  compileConfig,
  compileFeature,
  type Environment,
} from '@signalbox/core/evaluate'
import type { HeldConfig, HeldFeature, HeldRules } from './records/held.ts'
import { checkMembers } from './rules/known-members.ts'
import { createGraph } from './rules/rules-graph.ts'
import type { Rules, RulesEngine } from './rules/rules-port.ts'
import { createSettle, type Settled, unsettled, type Ways } from './rules/settle.ts'

/** A feature with rules. */
interface RuledFeature extends HeldFeature {
  readonly environment: Environment
}

/**
 * Creates what evaluates features and configs with rules over the records in memory. The server is asked about a record
 * that uses something unknown to this version, or refers to something that is not in memory. The first check after a
 * change determines this, so a change costs nothing for records that nobody checks.
 */
export const rules: RulesEngine = ({ state, hasServer, elsewhere, report }) => {
  const graph = createGraph({ state, report })
  const { now, compiled } = createSettle({ graph, hasServer, report })

  const features: Ways<RuledFeature, HeldFeature> = {
    label: ({ feature }) => `Feature ${feature.id}`,
    referring: (held) => held,
    compile: ({ feature, environment }) =>
      graph.compile(feature, () => {
        checkMembers(feature.parameters, 'feature')
        return compileFeature(feature, environment)
      }),
    askServer: ({ feature }) => elsewhere.askServer(feature),
    unreadable: ({ feature }, cause) => elsewhere.unreadable(feature, cause),
  }

  const configs: Ways<HeldConfig, HeldRules> = {
    label: ({ config }) => `Config ${config.id}`,
    referring: ({ config }) => config,
    compile: ({ config }) =>
      graph.compile(config, () => {
        checkMembers(config, 'config')
        return { decide: compileConfig(config, graph.withRules(state().environment)) }
      }),
    askServer: elsewhere.askForValue,
    unreadable: elsewhere.unreadableConfig,
  }

  function hold(feature: HeldFeature['feature'], settings: Environment): HeldFeature {
    const settled: Settled<HeldFeature> = { ...unsettled }
    const held: RuledFeature = {
      feature,
      environment: graph.withRules(settings),
      get script() {
        return now(settled, held, features).script
      },
      get none() {
        return now(settled, held, features).none
      },
      get problem() {
        return now(settled, held, features).problem
      },
      isActive: (context) => now(settled, held, features).isActive(context),
    }
    graph.addFeature(held, () => compiled(settled, held, features))
    return held
  }

  /** What decides a config. A class, because programs hold many: functions for each would take a kilobyte. */
  class ConfigRules implements HeldRules, Settled<HeldRules> {
    generation = 0
    compiled = unsettled.compiled
    current: HeldRules | undefined
    waiting: HeldRules | undefined
    elsewhere: HeldRules | undefined
    readonly held: HeldConfig

    constructor(held: HeldConfig) {
      this.held = held
    }

    get asked() {
      return now(this, this.held, configs).asked
    }

    get problem() {
      return now(this, this.held, configs).problem
    }

    decide(context: Context | undefined): ConfigDecision {
      return now(this, this.held, configs).decide(context)
    }
  }

  return {
    hold,
    holdConfig: (held) => new ConfigRules(held),
    changed: graph.changed,
    load: ({ features = [], segments = [], configs = [] }) =>
      graph.loadPatternsFor([...features, ...segments, ...configs]),
  } satisfies Rules
}
