import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { RouteMarks } from '../../health/Marks.tsx'
import type { Mark } from '../../health/marks.ts'
import { type LintProblem, lintInWords, severityWords } from '../lint/lint.ts'
import { pathsOf, type Route } from './journey.ts'
import { methodsText } from './route-words.ts'
import './route-row.css'

interface RouteRowProps {
  /** The id of its API. */
  readonly api: string
  readonly route: Route
  /** What the service finds wrong with it. */
  readonly lint: readonly LintProblem[]
}

/** A route in two lines: what it takes, and where that goes. */
export function RouteRow({ api, route, lint: problems }: RouteRowProps) {
  const [path, ...others] = pathsOf(route.frontend ?? {})
  return (
    <>
      <span class="takes">
        <span class="key methods-text">{methodsText(route)}</span>
        <bdi class="key item-name" title={path}>
          {path === '' ? '/' : path}
        </bdi>
        {others.length > 0 && <span class="muted">+{others.length}</span>}
      </span>
      <span class="item-goes muted">
        <bdi>{route.name || route.id}</bdi>
        <span aria-hidden="true">→</span>
        <span class="hidden-text">goes to</span>
        <bdi class="key">{route.backend ?? 'no backend'}</bdi>
        {route.flow_ref !== undefined && (
          <>
            <span class="hidden-text">with the flow</span>
            <bdi class="key route-flow">{route.flow_ref}</bdi>
          </>
        )}
        {route.enabled === false && <Aspect is="caution">off</Aspect>}
        <span class="item-state">
          <RouteMarks id={`${api}:${route.id}`} marks={problems.length > 0 ? [lintMark(problems)] : []} />
        </span>
      </span>
    </>
  )
}

const lintMark = (problems: readonly LintProblem[]): Mark => ({
  word: lintInWords(problems),
  is: severityWords[problems[0]!.severity].aspect,
})
