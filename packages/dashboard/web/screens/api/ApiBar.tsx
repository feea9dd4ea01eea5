import type { Draft } from '../../drafts.ts'
import { Segmented } from '../../parts/Segmented.tsx'
import { newestHere } from './deployments-here.ts'
import type { GatewayApi } from './gateway-api.ts'
import { Lint } from './Lint.tsx'
import { isServed } from './served.ts'
import type { Side } from './side.ts'
import { shownSide, showSide } from './side.ts'

interface ApiBarProps {
  readonly id: string
  readonly saved: GatewayApi
  readonly draft: Draft<GatewayApi>
  readonly mayEdit: boolean
}

const sides = [
  { value: 'draft', label: 'Draft' },
  { value: 'serving', label: 'Serving' },
] as const satisfies readonly { value: Side; label: string }[]

/** What stands over the parts of an API: which of its versions they show, and what is wrong with it. */
export function ApiBar({ id, saved }: ApiBarProps) {
  return (
    <div class="bar api-bar">
      {isServed(saved) && newestHere(id) && (
        <Segmented label="Version" choices={sides} value={shownSide(id)} onChange={(side) => showSide(id, side)} />
      )}
      <Lint id={id} />
    </div>
  )
}
