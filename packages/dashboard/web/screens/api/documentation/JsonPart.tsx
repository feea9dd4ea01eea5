import { JsonCode } from '../../../parts/json/JsonCode.tsx'
import { withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { problemsBesidePlans, withoutPlans, withPlansOf } from './documentation.ts'
import type { PartProps } from './part-props.ts'

/** The whole documentation as JSON, without the plans. */
export const JsonPart = ({ api, documentation, problems, replace }: PartProps) => (
  <JsonCode
    label="Documentation as JSON"
    pointer="/documentation"
    value={withoutPlans(documentation)}
    problems={problemsBesidePlans(problems)}
    rows={[10, 30]}
    hint="As programs read it from the API. Plans have their own tab."
    onChange={(next, step) =>
      replace(withMembers(api, { documentation: withPlansOf(documentation, next) }) as GatewayApi, step)
    }
  />
)
