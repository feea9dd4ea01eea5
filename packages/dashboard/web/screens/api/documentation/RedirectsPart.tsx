import { redirectFields } from './documentation-fields.ts'
import { FieldsPart } from './FieldsPart.tsx'
import type { PartProps } from './part-props.ts'
import { RedirectTester } from './preview/lazily.ts'

/** Old paths that lead elsewhere, with a field to try one. */
export const RedirectsPart = (props: PartProps) => (
  <FieldsPart
    {...props}
    label="The redirects"
    field={redirectFields}
    what="Old paths that lead to other pages. If several have the same path, the first one applies."
  >
    <RedirectTester id={props.id} api={props.api} />
  </FieldsPart>
)
