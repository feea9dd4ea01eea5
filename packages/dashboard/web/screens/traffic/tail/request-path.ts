/** The path of the explanation of a request. */
export const requestPath = (id: string, api?: string): string =>
  `/gateway/traffic?${new URLSearchParams({ tab: 'tail', ...(api !== undefined && { api }), request: id })}`

/** Whether a text looks like the id of a request: 26 characters as the gateway makes them, or a UUID. */
export const isRequestId = (text: string): boolean =>
  /^[0-9a-hjkmnp-tv-z]{26}$/.test(text) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
