import { useLayoutEffect, useRef } from 'preact/hooks'
import { preferences } from '../preferences/preferences.ts'
import { choose } from './choose.ts'
import type { KeyAction } from './key-action.ts'
import { pressedIn } from './pressed-in.ts'
import { strokeOf } from './stroke.ts'

export type { KeyAction } from './key-action.ts'

/** The actions of a component, or a dialog that keeps those before it from acting. */
interface Layer {
  actions: readonly KeyAction[]
  readonly isBarrier?: boolean
}

const layers: Layer[] = []

/** The actions in force: those of the newest component first, down to the newest dialog. */
export function actionsInForce(): readonly KeyAction[] {
  const barrier = layers.findLastIndex(({ isBarrier }) => isBarrier)
  return layers
    .slice(barrier + 1)
    .toReversed()
    .flatMap(({ actions }) => actions.filter(({ when = true }) => when))
}

/**
 * Binds keys while a component is shown, from its first moment: a key may follow the one that made it appear before the
 * browser paints. Characters do nothing while the user types, or if they are turned off.
 */
export function useKeys(actions: readonly KeyAction[]): void {
  const layer = useRef<Layer>({ actions })
  layer.current.actions = actions
  useLayoutEffect(() => pushed(layer.current), [])
}

/**
 * Keeps the keys of the page from acting while a dialog is shown. The dialog renders it before components that bind keys:
 * theirs act, because effects run in the order of the tree.
 */
export function KeyBarrier(): null {
  useLayoutEffect(() => pushed({ actions: [], isBarrier: true }), [])
  return null
}

/** A sequence that is not continued for this long is forgotten. */
const SEQUENCE_MS = 1500

/** Begins to act on keys. Returns a function that stops it. */
export function startKeys(): () => void {
  let pending: readonly string[] = []
  let last = 0
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return
    if (event.timeStamp - last > SEQUENCE_MS) pending = []
    last = event.timeStamp
    const isTyping = isTextField(pressedIn(event)) || !preferences.value.letterKeys
    const choice = choose(strokeOf(event), { actions: actionsInForce(), pending, isTyping })
    pending = choice.pending
    if (!choice.action || choice.action.isMeant?.(event) === false) return
    event.preventDefault()
    choice.action.run(event)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function pushed(layer: Layer): () => void {
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

const isModifier = (key: string): boolean => ['Control', 'Meta', 'Alt', 'Shift'].includes(key)

const textless = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file'])

function isTextField(target: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !textless.has(target.type)
  return target.isContentEditable || target.matches('textarea, select, [role="textbox"], [role="combobox"]')
}
