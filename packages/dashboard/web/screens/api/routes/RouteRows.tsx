import { Aspect } from '../../../parts/Aspect.tsx'
import { Windowed } from '../../../parts/Windowed.tsx'
import type { LintProblem } from '../lint.ts'
import { lintInWords, severityWords } from '../lint.ts'
import type { Route } from './journey.ts'
import { pathsOf } from './journey.ts'
import { methodsText } from './route-words.ts'

interface RouteRowsProps {
  readonly routes: readonly Route[]
  /** The places of the routes that are shown. */
  readonly shown: readonly number[]
  readonly open: number | undefined
  /** The problems of the route at a place. */
  lintOf(at: number): readonly LintProblem[]
  onOpen(at: number): void
}

const ROW_PX = 52
const VISIBLE = 11

/** The routes of an API, each in two lines: what it takes, and where that goes. */
export const RouteRows = ({ routes, shown, open, lintOf, onOpen }: RouteRowsProps) => (
  <Windowed
    label="Routes"
    items={shown}
    rowHeight={ROW_PX}
    visible={VISIBLE}
    row={(at) => {
      const route = routes[at]!
      const [path, ...others] = pathsOf(route.frontend ?? {})
      const problems = lintOf(at)
      return (
        <button
          type="button"
          class="quiet api-route-row"
          aria-current={at === open ? 'true' : undefined}
          onClick={() => onOpen(at)}
        >
          <span class="takes">
            <span class="key methods-text">{methodsText(route)}</span>
            <bdi class="key path" title={path}>
              {path === '' ? '/' : path}
            </bdi>
            {others.length > 0 && <span class="muted">+{others.length}</span>}
          </span>
          <span class="goes muted">
            <bdi>{route.name || route.id}</bdi>
            <span aria-hidden="true">→</span>
            <span class="hidden-text">goes to</span>
            <bdi class="key">{route.backend ?? 'no backend'}</bdi>
            {route.flow_ref !== undefined && (
              <>
                <span class="hidden-text">with the flow</span>
                <bdi class="key flow">{route.flow_ref}</bdi>
              </>
            )}
            {route.enabled === false && <Aspect is="caution">off</Aspect>}
            {problems.length > 0 && (
              <span class="state">
                <Aspect is={severityWords[problems[0]!.severity].aspect}>{lintInWords(problems)}</Aspect>
              </span>
            )}
          </span>
        </button>
      )
    }}
  />
)
