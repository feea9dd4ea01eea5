/** For script engines and their hosts: how scripts that keep breaking limits are suspended, which ones may run, and what may be called. */
export { type AddressKind, kindOfAddress, reasonAgainstAny } from '../machine/net/judge-address.ts'
export type { Breaker, Offence } from '../scripts/breaker.ts'
export { createBreaker } from '../scripts/breaker.ts'
export { markScripts } from '../scripts/marks.ts'
