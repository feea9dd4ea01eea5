import {
  bitsOf,
  type Clock,
  type CompiledRoute,
  type CompiledSlot,
  PLUGIN_PREFIX,
  type Random,
  type Report,
} from '@signalbox/core/gateway'
import type { Documents } from '../documents/documents.ts'
import { captureRequest, captureResponse } from '../exchange/captured.ts'
import type { RoutePlan, Step } from '../exchange/route-plan.ts'
import type { RouteCounters } from '../metrics/route-counters.ts'
import type { Exchange, ResponseHead } from '../plugin-api/exchange.ts'
import type { Hooks } from '../plugin-api/hooks.ts'
import { type PluginCode, type SlotContext, type Stage, stages } from '../plugin-api/plugin.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { compilePathPatterns } from '../request/path-pattern.ts'
import type { RouteUsage } from '../usage/usage-counters.ts'
import { compileLifecycle } from './announce.ts'

/** What compiling a route needs beside it. */
export interface PlanContext {
  /** Finds the code of a plugin. */
  readonly codeOf: (plugin: string) => PluginCode | undefined
  readonly report: Report
  /** Calls backends beside requests. */
  readonly call: SlotContext['call']
  /** Prepares calls of other URLs. */
  readonly prepareCall: SlotContext['prepareCall']
  readonly clock: Clock
  readonly consumers: SlotContext['consumers']
  readonly limits: SlotContext['limits']
  readonly random: Random
  readonly documents: Pick<Documents, 'find'>
  readonly engines: SlotContext['engines']
  readonly experiments: SlotContext['experiments']
  /** What the slots of the gateway share. */
  readonly shared: SlotContext['shared']
  readonly testingHeader: string | undefined
  readonly counters: RouteCounters
  readonly usage?: RouteUsage | undefined
}

const always = () => true

/**
 * Compiles a route into a plan. A part that cannot be compiled makes the whole route refuse: it may have been a guard.
 * Never throws.
 */
export function compilePlan(route: CompiledRoute, context: PlanContext): RoutePlan {
  const { testingHeader, counters, usage } = context
  const slots: CompiledHooks[] = []
  let refused: Refused | undefined = route.refusal && { refuse: route.refusal.cause }
  if (!refused)
    for (const slot of route.plugins) {
      if (!slot.enabled) continue
      const compiled = compileSlot(slot, route, context)
      if ('refuse' in compiled) refused = compiled
      else slots.push(compiled, ...limitOf(compiled))
      if (refused) break
    }
  const inStages = refused ? [] : [...slots].sort((a, b) => a.place - b.place)
  const outward = [...slots].sort((a, b) => placeOfOrder(a.hooks) - placeOfOrder(b.hooks))
  const steps = <K extends keyof Hooks>(all: readonly CompiledHooks[], name: K) =>
    all.flatMap(({ hooks, plugin, stage, applies, isPure }) => {
      const call = hooks[name]
      return call
        ? [
            {
              plugin,
              stage,
              applies,
              call,
              needsBody: name === 'request' && (typeof hooks.body === 'function' ? hooks.body : hooks.body === 'whole'),
              mostBody: hooks.mostBody,
              waits: hooks.waits === true,
              preview: name === 'request' ? (hooks.preview ?? (isPure ? hooks.request : undefined)) : undefined,
            },
          ]
        : []
    }) as Step<NonNullable<Hooks[K]>>[]
  const requestBodies = steps(inStages, 'requestBody') as RoutePlan['requestBodies']
  const responseBodies = steps(outward, 'responseBody') as RoutePlan['responseBodies']
  const responseCodings = steps(outward, 'responseCoding') as RoutePlan['responseCodings']
  return {
    route,
    admitsConsumers: slots.some(({ stage }) => stage === 'identify') || route.plugins.some(issuesTokens),
    refused,
    request: steps(inStages, 'request') as RoutePlan['request'],
    response: steps(outward, 'response'),
    refusals: steps(
      outward.filter(({ hooks }) => hooks.onRefusal === true),
      'response',
    ),
    requestBodies: route.capture ? [captureStep(captureRequest), ...requestBodies] : requestBodies,
    responseBodies: route.capture ? [...responseBodies, responseCapture(responseCodings)] : responseBodies,
    responseCodings,
    failed: steps(slots, 'failed'),
    forwarded: steps(slots, 'forwarded') as RoutePlan['forwarded'],
    done: steps(slots, 'done') as RoutePlan['done'],
    disabled: route.plugins.flatMap((slot) => (slot.enabled ? [] : [disabledSlot(slot, context)])),
    allowed: bitsOf(route.frontend.allow),
    testingHeader,
    passHeaders: route.pass_headers && new Set(route.pass_headers.map((name) => name.toLowerCase())),
    announce: compileLifecycle(route.lifecycle),
    isNoted: route.debug_flow || route.export_reporting,
    counters,
    usage,
  }
}

/** Whether a slot issues tokens to consumers. */
const issuesTokens = ({ plugin, config }: CompiledSlot): boolean =>
  plugin === `${PLUGIN_PREFIX}ClientCredentialTokenEndpoint` && config.publishes === 'tokens'

/** A step of the gateway itself. */
const captureStep = <F>(call: F): Step<F> => ({
  ...{ plugin: '', stage: 'request', applies: always, call },
  ...{ needsBody: false, mostBody: undefined, waits: false, preview: undefined },
})

/** Captures what the other plugins have made of a response, before it is encoded. */
const responseCapture = (codings: RoutePlan['responseCodings']): RoutePlan['responseBodies'][number] =>
  captureStep((exchange: Exchange, head: ResponseHead) =>
    captureResponse(
      exchange,
      head,
      codings.some(({ applies, call }) => applies(exchange.path) && call(exchange, head) !== undefined),
    ),
  )

/** What a plugin does at the end of the stage `limit`, beside its own stage. */
const limitOf = ({ hooks: { limit }, ...compiled }: CompiledHooks): readonly CompiledHooks[] =>
  limit
    ? [{ ...compiled, hooks: { request: limit, waits: true }, stage: 'limit', place: AFTER_LIMITS, isPure: false }]
    : []

/** Quotas come after the rate limits of the route: what is refused for a moment is not charged for a month. */
const AFTER_LIMITS = stages.indexOf('limit') + 0.5

interface CompiledHooks {
  readonly plugin: string
  readonly hooks: Hooks
  readonly stage: Stage
  /** The place of the stage. */
  readonly place: number
  readonly applies: (path: string) => boolean
  readonly isPure: boolean
}

const placeOfOrder = ({ order }: Hooks): number => (order === undefined ? 0 : order === 'first' ? -1 : 1)

const disabledSlot = ({ plugin, config }: CompiledSlot, { codeOf }: PlanContext) => {
  const code = codeOf(plugin)
  try {
    if (code) return { plugin, stage: stageOf(code, config) }
  } catch {
    // The stage depends on a configuration that is invalid; the plugin does not run anyway.
  }
  return { plugin, stage: 'request' as const }
}

const stageOf = ({ stage }: PluginCode, config: CompiledSlot['config']): Stage =>
  typeof stage === 'function' ? stage(config) : stage

function compileSlot(slot: CompiledSlot, route: CompiledRoute, context: PlanContext): CompiledHooks | Refused {
  const { plugin, config, include, exclude } = slot
  const {
    codeOf,
    report,
    call,
    prepareCall,
    clock,
    consumers,
    limits,
    random,
    documents,
    engines,
    experiments,
    shared,
  } = context
  const code = codeOf(plugin)
  if (!code) return { refuse: 'errors.plugin.unknown' }
  try {
    const stage = stageOf(code, config)
    const ports = { report, call, prepareCall, clock, consumers, limits, random, engines, experiments, shared }
    const document = slot.document === undefined ? undefined : documents.find(route.api_ref, slot.document)
    const hooks = code.compile(config, { slot, route, document, ...ports })
    const applies = compilePathPatterns(include, exclude) ?? always
    return { plugin, hooks, stage, place: stages.indexOf(stage), applies, isPure: code.isPure === true }
  } catch (cause) {
    report(new Error(`The plugin ${plugin} of the route ${route.id} cannot be compiled: the route refuses`, { cause }))
    return { refuse: 'errors.route.misconfigured' }
  }
}
