import type { ShownStrategy } from './strategy.ts'

/** How the page shows a strategy that it does not know, such as one of a later version: it says so everywhere. */
export function unknownStrategy(name: string): ShownStrategy {
  const notKnown = 'a strategy that this page doesn’t know'
  return {
    name: `unknown strategy ${name}`,
    words: () => `${name}, ${notKnown}`,
    state: { word: '…', why: `It is decided by ${name}, ${notKnown}.` },
    arms: () => [{ who: name, what: `decides, ${notKnown}`, isOn: false }],
    audience: () => ({ kind: 'unknown' }),
    because({ active }) {
      const decided = `${active ? 'switched on' : 'switched off'} by ${name}, ${notKnown}`
      return [`It is ${decided}.`, decided]
    },
  }
}
