import type { GatewayApi } from '../served/gateway-api.ts'
import type { Documentation } from './documentation.ts'

/** What each part of a documentation gets. */
export interface PartProps {
  /** The id of the API. */
  readonly id: string
  /** The API as it is edited. */
  readonly api: GatewayApi
  readonly documentation: Documentation
  /** What is wrong, by JSON Pointer in the API. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Changes members of the documentation; `undefined` removes one. */
  edit(members: Partial<Record<keyof Documentation | 'audience', unknown>>, step?: string): void
  /** Replaces the whole API. */
  replace(next: GatewayApi, step?: string): void
}
