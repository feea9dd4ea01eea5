import { compileSegment } from '../segments/compile-segment.ts'
import { compileRules, explainRules } from './strategies/decide-rules.ts'
import type { TargetingEngine } from './strategies/strategy.ts'

/** What decides features with rules, and segments. */
export const targetingEngine: TargetingEngine = { compileRules, explainRules, compileSegment }
