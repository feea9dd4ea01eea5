import { SelectField, TextField } from '../../../parts/fields/fields.tsx'
import { type Client, clientSources } from './release.ts'

interface ClientFieldsProps {
  /** What happens without a source, as the first choice. */
  readonly none: string
  readonly client: Client | undefined
  readonly problem: string | undefined
  onChange(next: Client | undefined): void
}

/** Where the id of a client is read from. */
export function ClientFields({ none, client, problem, onChange }: ClientFieldsProps) {
  const source = clientSources.find(({ from }) => from === client?.from)
  return (
    <>
      <SelectField
        label="Client id"
        value={client?.from ?? ''}
        choices={[{ value: '', label: none }, ...clientSources.map(({ from, label }) => ({ value: from, label }))]}
        onChange={(from) => onChange(from === '' ? undefined : { from: from as Client['from'] })}
      />
      {client && source && 'named' in source && (
        <TextField
          label={source.named}
          mono
          value={client.name ?? ''}
          problem={problem}
          onInput={(name) => onChange({ from: client.from, name })}
        />
      )}
    </>
  )
}

/** What is wrong with a source of client ids: it lacks its name. */
export const clientProblem = (client: Client | undefined): string | undefined =>
  client && ['cookie', 'header', 'query'].includes(client.from) && !client.name?.trim() ? 'Type the name.' : undefined
