import type { PatternEngine } from './patterns.ts'

/**
 * Loads the engine of regular expressions (RE2). Needed for conditions with the operator `matches`.
 *
 * @example
 * const patterns = usesPatterns(condition) ? await loadPatterns() : undefined
 * const { isTrue } = compileCondition(condition, { ...environment, patterns })
 */
export const loadPatterns = async (): Promise<PatternEngine> => (await import('./pattern-engine.ts')).patternEngine
