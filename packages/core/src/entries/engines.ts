/** For script engines and their hosts: how scripts that keep breaking limits are suspended, and which ones may run. */
export type { Breaker, Offence } from '../scripts/breaker.ts'
export { createBreaker } from '../scripts/breaker.ts'
export { markScripts } from '../scripts/marks.ts'
