import { api } from '../../../calls/api.ts'
import { asking } from '../served/asking.ts'
import type { Plugin } from './slot.ts'

/** The plugins that the service knows, by id. */
export interface Catalog {
  readonly list: readonly Plugin[]
  readonly byId: ReadonlyMap<string, Plugin>
}

const asked = asking<Catalog>({
  async ask() {
    const { results } = await api.apis.plugins({})
    return { list: results, byId: new Map(results.map((plugin) => [plugin.id, plugin])) }
  },
})

/** The plugins that the service knows. */
export const catalogHere = () => asked('plugins').value
