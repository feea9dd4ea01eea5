import { IdList } from '../../targeting/IdList.tsx'
import type { FormProps } from './strategy.ts'

/** The form of `CUSTOMERS_LIST`: the ids of the clients. */
export function ClientsForm({ feature: { parameters }, onChange, problemsOf }: FormProps<'CUSTOMERS_LIST'>) {
  return (
    <IdList
      name="customers"
      label="Clients"
      ids={parameters.customers}
      problems={problemsOf('/customers')}
      onChange={(customers) => onChange({ customers })}
    />
  )
}
