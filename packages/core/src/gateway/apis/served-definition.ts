import { withLivedPlans } from '../../plans/plan-life.ts'
import type { ApiDefinition, GatewayApi } from './api.ts'
import { withLifecycleOf } from './deprecation.ts'

/**
 * What an API serves, as its consumers may read it: the newest deployment, or the API itself if it was never published.
 * The state, the dates of the end and the statuses of plans come from the saved API. `documentation.enabled` is false if
 * either of the two says so. Pure.
 */
export const servedDefinition = ({ deployments = [], ...saved }: GatewayApi): ApiDefinition =>
  servedFrom(saved, deployments[0]?.apiDefinition)

/** As `servedDefinition`, from a stored API and the definition that its newest deployment serves. Pure. */
export function servedFrom(saved: ApiDefinition, live = saved): ApiDefinition {
  const { documentation, ...served } = withLifecycleOf(withLivedPlans(live, saved), saved)
  return {
    ...served,
    ...(saved.state && { state: saved.state }),
    documentation: { ...documentation, ...(saved.documentation?.enabled === false && { enabled: false }) },
  }
}

/**
 * Whether an API has consumers who may know of it: published, deprecated or removed, with its documentation enabled. Its
 * audience is judged elsewhere.
 */
export const isPublished = ({ state = 'staging', documentation }: ApiDefinition): boolean =>
  state !== 'staging' && documentation?.enabled !== false
