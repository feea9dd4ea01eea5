import { Aspect, type AspectName } from '../../parts/signs/Aspect.tsx'

interface StateWordProps {
  readonly is: AspectName | 'muted'
  readonly children: string
}

/** The word of a state. What is not known has no color. */
export const StateWord = ({ is, children }: StateWordProps) =>
  is === 'muted' ? <span class="muted">{children}</span> : <Aspect is={is}>{children}</Aspect>
