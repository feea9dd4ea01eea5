import { Json } from '../../parts/json/Json.tsx'
import { type Described, Details } from './Details.tsx'
import { problemsBelow, withMembers } from './members.ts'
import type { RecordTab } from './RecordScreen.tsx'

/** The tab with the description, the tags and the metadata of a record. */
export const detailsTab = <T extends Described>(): RecordTab<T> => ({
  id: 'details',
  label: 'Details',
  show: ({ draft: { value, problems }, edit, mayEdit }) =>
    mayEdit ? (
      <Details
        value={value}
        problemsOf={(pointer) => problemsBelow(problems, pointer)}
        onChange={(members, step) => edit(withMembers(value, members), step)}
      />
    ) : (
      <Json label="The record" value={value} />
    ),
})
