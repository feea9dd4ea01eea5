import type { ComponentChildren } from 'preact'
import './aspect.css'

/** The three states of a signal. */
export type AspectName = 'clear' | 'caution' | 'danger'

interface AspectProps {
  readonly is: AspectName
  /** The word of the state. Colour repeats it. */
  readonly children: ComponentChildren
  /** Whether it has a colored ground, as a count has. */
  readonly boxed?: boolean
}

/** A word in the color of its state: `<Aspect is="caution">waits</Aspect>`. */
export const Aspect = ({ is, children, boxed = false }: AspectProps) => (
  <span class={`aspect ${is}${boxed ? ' boxed' : ''}`}>{children}</span>
)
