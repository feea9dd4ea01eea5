/** An API key for tests, with all rights. */
export const known = {
  clientId: 'tests',
  clientSecret: 'a-secret-of-tests',
  adminPassword: 'a-password-of-tests',
  store: 'memory:',
}

/** Headers with the API key. */
export const credentials = {
  'Service-Client-Id': known.clientId,
  'Service-Client-Secret': known.clientSecret,
}

/** Environment variables that create the API key on a server. */
export const environment = {
  SIGNALBOX_CLIENT_ID: known.clientId,
  SIGNALBOX_CLIENT_SECRET: known.clientSecret,
  SIGNALBOX_ADMIN_PASSWORD: known.adminPassword,
  SIGNALBOX_STORE: 'memory:',
}

/** Calls `fetch` with the API key. */
export const call = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...credentials, ...(init.headers as Record<string, string>) } })
