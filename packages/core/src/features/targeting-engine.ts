import { compileConfigRules } from '../configs/decide-rules.ts'
import { compileSegment } from '../segments/compile-segment.ts'
import { compileRules, explainRules } from './strategies/decide-rules.ts'
import type { TargetingEngine } from './strategies/strategy.ts'

/** What decides features and configs with rules, and segments. */
export const targetingEngine: TargetingEngine = { compileRules, explainRules, compileSegment, compileConfigRules }
