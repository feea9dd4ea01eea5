import type { KeyAction } from './key-action.ts'
import { isPlain, strokesOf } from './stroke.ts'

/** What a stroke leads to: an action, or the beginning of a sequence. */
export interface Choice {
  readonly action?: KeyAction
  /** The strokes so far, if they begin a sequence such as `g f`. */
  readonly pending: readonly string[]
}

interface Situation {
  /** The actions in force, those that win first. */
  readonly actions: readonly KeyAction[]
  /** The strokes before this one that began a sequence. */
  readonly pending: readonly string[]
  /** Whether characters belong to a text field, or are turned off as keys. */
  readonly isTyping: boolean
}

/** Finds the action of a stroke. A stroke that continues no sequence is looked at by itself. */
export function choose(stroke: string, { actions, pending, isTyping }: Situation): Choice {
  const none = { pending: [] }
  if (isTyping && isPlain(stroke)) return none
  const pressed = [...pending, stroke]
  const begun = actions.filter(({ keys }) => startsWith(strokesOf(keys), pressed))
  const action = begun.find(({ keys }) => strokesOf(keys).length === pressed.length)
  if (action) return { action, pending: [] }
  if (begun.length > 0) return { pending: pressed }
  return pending.length > 0 ? choose(stroke, { actions, pending: [], isTyping }) : none
}

const startsWith = (strokes: readonly string[], pressed: readonly string[]): boolean =>
  pressed.every((stroke, place) => strokes[place] === stroke)
