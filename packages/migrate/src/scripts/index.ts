export { type Comparison, compareAnswers, whyNotRun } from './compare.ts'
export { type Context, sampleContexts } from './contexts.ts'
export type { Language } from './tokens.ts'
export { type Translation, translateScript } from './translate.ts'
