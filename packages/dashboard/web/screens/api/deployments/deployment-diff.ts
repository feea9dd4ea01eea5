import { api } from '../../../calls/api.ts'
import type { ApiChange } from '../draft/draft-changes.ts'
import { asking } from '../served/asking.ts'

const diffs = asking<readonly ApiChange[]>({
  async ask(key) {
    const [id, a, b] = key.split('/') as [string, string, string]
    return (await api.apis.deployments.diff({ id, a, b })).changes
  },
})

/** The differences of two deployments of an API. */
export const deploymentDiffHere = (id: string, { from, to }: { readonly from: string; readonly to: string }) =>
  diffs(`${id}/${from}/${to}`)
