import { type MixedFeature, manyUsers, mixedFeature } from './workload.ts'

/** A feature that needs no context: GET checks it. */
export const simple = mixedFeature(0, manyUsers(1000))
/** A feature that lists customers: POST checks it. */
export const listing = mixedFeature(3, manyUsers(1000)) as Extract<
  MixedFeature,
  { activationStrategy: 'CUSTOMERS_LIST' }
>
/** A context that it lists. */
export const customer = { id: listing.parameters.customers[0], country: 'FR', plan: 'pro' }
