import { signal } from '@preact/signals'

/** Whether the user chooses the OpenAPI document that the second path begins with. */
export const importing = signal(false)
