import { LeverCard } from '../record/LeverCard.tsx'
import { Standing } from './Standing.tsx'
import type { GatewayApi } from './served/gateway-api.ts'

interface ApiLeverProps {
  readonly id: string
  readonly saved: GatewayApi
  readonly mayEdit: boolean
}

/** The lever of an API, which acts at once, and what the API serves. */
export const ApiLever = ({ id, saved, mayEdit }: ApiLeverProps) => (
  <LeverCard kind="apis" id={id} enabled={saved.enabled !== false} mayEdit={mayEdit}>
    {() => (
      <>
        {saved.name !== id && <b dir="auto">{saved.name}</b>}
        <Standing id={id} saved={saved} />
      </>
    )}
  </LeverCard>
)
