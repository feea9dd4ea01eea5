import { Aspect } from '../../parts/signs/Aspect.tsx'
import { type Mark, withHealth } from './marks.ts'
import { useFailing, useFailingRoute } from './outcomes-here.ts'

interface MarksProps {
  /** The id of the API, or that of the compiled route: `billing:refunds`. */
  readonly id: string
  /** What else is said of it, the worst last. */
  readonly marks: readonly Mark[]
}

/** The marks of an API that is served: whether its requests fail, too. */
export const ApiMarks = ({ id, marks }: MarksProps) => <Marks marks={withHealth(marks, useFailing(id))} />

/** The marks of a route that is served: whether its requests fail, too. */
export const RouteMarks = ({ id, marks }: MarksProps) => <Marks marks={withHealth(marks, useFailingRoute(id))} />

/** Words about an API or a route in the colors of their states. */
export const Marks = ({ marks }: { readonly marks: readonly Mark[] }) => (
  <>
    {marks.map(({ word, is, why }) => (
      <span key={word} title={why}>
        {is ? <Aspect is={is}>{word}</Aspect> : <span class="muted">{word}</span>}
      </span>
    ))}
  </>
)
