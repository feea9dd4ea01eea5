import { IdList } from '../../targeting/IdList.tsx'
import type { FormProps, ReadOnlyProps } from '../strategy.ts'

/** The form of `CUSTOMERS_LIST`: the ids of the clients. */
export const Form = ({ feature: { parameters }, onChange, problemsOf }: FormProps<'CUSTOMERS_LIST'>) => (
  <IdList
    name="customers"
    label="Clients"
    ids={parameters.customers}
    problems={problemsOf('/customers')}
    onChange={(customers) => onChange({ customers })}
  />
)

/** The ids of the clients, to read only. */
export const ReadOnly = ({ parameters }: ReadOnlyProps<'CUSTOMERS_LIST'>) => (
  <IdList name="customers" label="Clients" ids={parameters.customers} />
)
