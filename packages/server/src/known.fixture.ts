/** An api key of the tests, with every right. */
export const known = {
  clientId: 'tests',
  clientSecret: 'a-secret-of-tests',
  adminPassword: 'a-password-of-tests',
  store: 'memory:',
}

/** The headers that carry it. */
export const credentials = {
  'Service-Client-Id': known.clientId,
  'Service-Client-Secret': known.clientSecret,
}

/** The environment that makes a server know it. */
export const environment = {
  SIGNALBOX_CLIENT_ID: known.clientId,
  SIGNALBOX_CLIENT_SECRET: known.clientSecret,
  SIGNALBOX_ADMIN_PASSWORD: known.adminPassword,
  SIGNALBOX_STORE: 'memory:',
}

/** `fetch` with the credentials of the tests. */
export const call = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...credentials, ...(init.headers as Record<string, string>) } })
