import { describe, expect, it, vi } from 'vitest'
import { checkSettings, readSettings } from './read-settings.ts'
import { settingNames, settings, variableOf } from './settings.ts'

/** Settings whose values are any text: a key, names and patterns, and names of files. */
const takesAnyText: ReadonlySet<string> = new Set([
  'gatewayState',
  'jvmClasspath',
  'gatewayDocResourcesAccessKey',
  'gatewayTlsClientCa',
  'dashboardTitle',
  'dashboardConfirm',
  'portalTitle',
  'oidcName',
  'oidcClientSecret',
  'oidcUserClaim',
  'oidcGroupsClaim',
  's3AccessKeyId',
  's3SecretAccessKey',
  's3SessionToken',
])

const file = (values: Record<string, unknown>) => ({ path: 'signalbox.config.json', values })

describe('a secret of a bucket', () => {
  it('may be that of a variable, so that it is not in a file', () => {
    vi.stubEnv('FLAGS_SECRET', 'secret of the bucket')
    const read = (s3SecretAccessKey: string) => readSettings({}, file({ s3SecretAccessKey }))
    expect(read('$FLAGS_SECRET').settings.s3SecretAccessKey).toBe('secret of the bucket')
    vi.unstubAllEnvs()
    expect(read('$FLAGS_SECRET').problems).toEqual([
      's3SecretAccessKey in signalbox.config.json is invalid: expected a text, or $NAME for that of a variable',
    ])
  })
})

describe('settings', () => {
  it('have defaults', () => {
    const reading = readSettings({ HOME: '/root', PORTAL: 'x' })
    expect(reading.problems).toEqual([])
    expect(reading.warnings).toEqual([])
    expect(reading.settings).toEqual(Object.fromEntries(settingNames.map((name) => [name, settings[name].initial])))
  })

  it('are read from the environment', () => {
    const { settings: read, problems } = readSettings({
      PORT: '8080',
      HOST: '::1',
      SIGNALBOX_TLS_CERT: 'c.crt',
      SIGNALBOX_TLS_KEY: 'c.key',
      SIGNALBOX_TLS_MIN_VERSION: 'TLSv1.3',
      SIGNALBOX_STORE: 'memory:',
      SIGNALBOX_SINKS: '[{"id":"audit","to":"s3://audit"}]',
      SIGNALBOX_STORE_TIMEOUT: '3000',
      SIGNALBOX_READ_FROM: 'postgres://standby/db',
      SIGNALBOX_MODE: 'development',
      SIGNALBOX_DASHBOARD: 'off',
      SIGNALBOX_DASHBOARD_TITLE: 'Production',
      SIGNALBOX_DEMO: 'true',
      SIGNALBOX_DASHBOARD_MARK: 'crimson',
      SIGNALBOX_DASHBOARD_CONFIRM: 'prod:*, shop:live',
      SIGNALBOX_TIME_ZONE: 'Europe/Paris',
      SIGNALBOX_BUCKETING: 'classic',
      SIGNALBOX_ASSIGNMENT: 'hash',
      SIGNALBOX_EARLIER_FORM: 'true',
      SIGNALBOX_CLIENT_ID_HEADER: 'X-Id',
      SIGNALBOX_CLIENT_SECRET_HEADER: 'X-Secret',
      SIGNALBOX_TRUST_PROXY: '1',
      SIGNALBOX_SCRIPT_ORIGINS: 'https://api.example',
      SIGNALBOX_SCRIPT_MS: '20',
      SIGNALBOX_SCRIPT_MIB: '8',
      SIGNALBOX_JVM: '/opt/jdk/bin/java',
      SIGNALBOX_JVM_LANGUAGES: 'scala',
      SIGNALBOX_JVM_CLASSPATH: '/opt/jars',
      SIGNALBOX_JVM_SANDBOX: 'require',
      SIGNALBOX_JVM_MIB: '512',
      SIGNALBOX_WEBHOOK_PRIVATE: 'true',
      SIGNALBOX_WORKFLOW_MS: '700',
      SIGNALBOX_WORKFLOW_RUNS: '5',
      SIGNALBOX_WORKFLOW_KEPT: '20',
      SIGNALBOX_WORKFLOW_PRIVATE: 'true',
      SIGNALBOX_EVENT_RETENTION_DAYS: '3',
      SIGNALBOX_EXPERIMENT_RETENTION_DAYS: '90',
      SIGNALBOX_USAGE_RETENTION_DAYS: '400',
      SIGNALBOX_LOG: 'json',
      SIGNALBOX_LOG_LEVEL: 'warn',
      SIGNALBOX_ACCESS_LOG: 'file:requests.log',
      SIGNALBOX_ACCESS_LOG_SAMPLE: '0.5',
      SIGNALBOX_TRACING: 'true',
      SIGNALBOX_EVALUATION_EVENTS: 'true',
      SIGNALBOX_READY_LAG: '60',
      SIGNALBOX_DRAIN_MS: '5000',
      GATEWAY_DOC_RESOURCES_ACCESS_KEY: 'key of docs',
      SIGNALBOX_ADMIN_USER: 'root',
      SIGNALBOX_ADMIN_PASSWORD: 'a long password',
      SIGNALBOX_CLIENT_ID: 'me',
      SIGNALBOX_CLIENT_SECRET: 'sixteen letters!',
      SIGNALBOX_FROM_CLIENT_ID: 'reader',
      SIGNALBOX_FROM_CLIENT_SECRET: 'another 16 letters',
      SIGNALBOX_BODY_LIMIT: '2048',
      SIGNALBOX_API_BODY_LIMIT: '4096',
      SIGNALBOX_HEADERS_MS: '2000',
      SIGNALBOX_BODY_MS: '3000',
      SIGNALBOX_CONNECTIONS: '500',
      SIGNALBOX_STREAM_SHARE: '0.5',
      SIGNALBOX_ADDRESS_SHARE: '1',
      SIGNALBOX_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      SIGNALBOX_MCP_HOSTS: 'mcp.example, 10.0.0.5',
      SIGNALBOX_GATEWAY_PORT: '8443',
      SIGNALBOX_GATEWAY_HOST: '0.0.0.0',
      SIGNALBOX_GATEWAY_URL: 'https://api.example.com/',
      SIGNALBOX_GATEWAY_TLS_CERT: 'a.crt, b.crt',
      SIGNALBOX_GATEWAY_TLS_KEY: 'a.key, b.key',
      SIGNALBOX_GATEWAY_TLS_CLIENT_CA: 'ca.crt',
      SIGNALBOX_GATEWAY_TLS_CLIENT_CERT: 'optional',
      SIGNALBOX_GATEWAY_H2: 'true',
      SIGNALBOX_GATEWAY_TRUSTED: '10.0.0.0/8, fd00::/8, 192.0.2.1',
      SIGNALBOX_GATEWAY_TRUSTED_CLIENT_CERT: 'true',
      SIGNALBOX_GATEWAY_BACKENDS: '10.0.0.0/8, *.internal, api.example',
      SIGNALBOX_GATEWAY_GRANTS: 'shop:*$$$RU, stock:*$$$R',
      SIGNALBOX_GATEWAY_LIMITS: 'store',
      SIGNALBOX_GATEWAY_LEGACY_RATE_LIMIT_HEADERS: 'true',
      SIGNALBOX_GATEWAY_LOG: 'file:access.log',
      SIGNALBOX_GATEWAY_LOG_SAMPLE: '0.25',
      SIGNALBOX_GATEWAY_FROM: 'https://signalbox.example.com',
      SIGNALBOX_GATEWAY_KEY: 'sbxg_edge_word',
      SIGNALBOX_GATEWAY_STATE: 'gateway-state',
      SIGNALBOX_GATEWAY_WORKERS: '4',
      SIGNALBOX_GATEWAY_STALE_MAX: '3600',
      SIGNALBOX_ADMIN_PORT: '9081',
      SIGNALBOX_SNAPSHOT_TO: 's3://flags/prod',
      SIGNALBOX_SNAPSHOT_KEY: 'a key of snapshots with 35 letters!',
      AWS_ENDPOINT_URL_S3: 'https://minio.example',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'secret of the bucket',
      AWS_SESSION_TOKEN: 'token',
      SIGNALBOX_S3_PATH_STYLE: 'off',
      SIGNALBOX_OIDC_ISSUER: 'https://login.example.com/realm',
      SIGNALBOX_OIDC_NAME: 'Example',
      SIGNALBOX_OIDC_CLIENT_ID: 'signalbox',
      SIGNALBOX_OIDC_CLIENT_SECRET: 'secret of the provider',
      SIGNALBOX_OIDC_BASE_URL: 'https://flags.example.com',
      SIGNALBOX_OIDC_SCOPES: 'openid, groups',
      SIGNALBOX_OIDC_USER_CLAIM: 'email',
      SIGNALBOX_PORTAL: 'read',
      SIGNALBOX_PORTAL_PORT: '9100',
      SIGNALBOX_PORTAL_URL: 'https://developers.example.com',
      SIGNALBOX_PORTAL_TITLE: 'Example',
      SIGNALBOX_PORTAL_THEME: '--portal-radius: 0',
      SIGNALBOX_PORTAL_PRIVATE: 'true',
      SIGNALBOX_OIDC_GROUPS_CLAIM: 'roles',
      SIGNALBOX_OIDC_GROUPS: 'platform=admin',
      SIGNALBOX_OIDC_ALGORITHM: 'ES256',
      SIGNALBOX_PASSWORD_LOGIN: 'admin',
      SIGNALBOX_ADMIN_HOST: '::1',
      SIGNALBOX_ADMIN_TRAFFIC: 'true',
    })
    expect(problems).toEqual([])
    expect(read).toEqual({
      sinks: [{ id: 'audit', to: 's3://audit' }],
      gatewayPort: 8443,
      gatewayHost: '0.0.0.0',
      gatewayUrl: 'https://api.example.com',
      gatewayTlsCert: ['a.crt', 'b.crt'],
      gatewayTlsKey: ['a.key', 'b.key'],
      gatewayTlsClientCa: ['ca.crt'],
      gatewayTlsClientCert: 'optional',
      gatewayH2: true,
      gatewayTrustedClientCert: true,
      gatewayTrusted: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
      gatewayBackends: ['10.0.0.0/8', '*.internal', 'api.example'],
      gatewayGrants: ['shop:*$$$RU', 'stock:*$$$R'],
      gatewayLimits: 'store',
      gatewayLegacyRateLimitHeaders: true,
      gatewayLog: 'file:access.log',
      gatewayLogSample: 0.25,
      gatewayFrom: 'https://signalbox.example.com',
      gatewayKey: 'sbxg_edge_word',
      gatewayState: 'gateway-state',
      gatewayWorkers: 4,
      gatewayStaleMax: 3600,
      adminPort: 9081,
      snapshotTo: 's3://flags/prod',
      snapshotKey: 'a key of snapshots with 35 letters!',
      s3Endpoint: 'https://minio.example',
      s3Region: 'eu-west-1',
      s3AccessKeyId: 'AKIA',
      s3SecretAccessKey: 'secret of the bucket',
      s3SessionToken: 'token',
      s3PathStyle: 'off',
      oidcIssuer: 'https://login.example.com/realm',
      oidcName: 'Example',
      oidcClientId: 'signalbox',
      oidcClientSecret: 'secret of the provider',
      oidcBaseUrl: 'https://flags.example.com',
      oidcScopes: ['openid', 'groups'],
      oidcUserClaim: 'email',
      portal: 'read',
      portalPort: 9100,
      portalUrl: 'https://developers.example.com',
      portalTitle: 'Example',
      portalTheme: '--portal-radius: 0',
      portalPrivate: true,
      oidcGroupsClaim: 'roles',
      oidcGroups: [{ group: 'platform', admin: true }],
      oidcAlgorithm: 'ES256',
      passwordLogin: 'admin',
      adminHost: '::1',
      adminTraffic: true,
      port: 8080,
      host: '::1',
      tlsCert: ['c.crt'],
      tlsKey: ['c.key'],
      tlsMinVersion: 'TLSv1.3',
      store: 'memory:',
      storeTimeout: 3000,
      readFrom: 'postgres://standby/db',
      mode: 'development',
      dashboard: 'off',
      dashboardTitle: 'Production',
      demo: true,
      dashboardMark: 'crimson',
      dashboardConfirm: ['prod:*', 'shop:live'],
      timeZone: 'Europe/Paris',
      bucketing: 'classic',
      assignment: 'hash',
      earlierForm: true,
      clientIdHeader: 'X-Id',
      clientSecretHeader: 'X-Secret',
      mcpHosts: ['mcp.example', '10.0.0.5'],
      trustProxy: 1,
      scriptOrigins: ['https://api.example'],
      scriptMs: 20,
      scriptMib: 8,
      jvm: '/opt/jdk/bin/java',
      jvmLanguages: ['scala'],
      jvmClasspath: '/opt/jars',
      jvmSandbox: 'require',
      jvmMib: 512,
      webhookPrivate: true,
      workflowMs: 700,
      workflowRuns: 5,
      workflowKept: 20,
      workflowPrivate: true,
      eventRetentionDays: 3,
      experimentRetentionDays: 90,
      usageRetentionDays: 400,
      log: 'json',
      logLevel: 'warn',
      accessLog: 'file:requests.log',
      accessLogSample: 0.5,
      tracing: true,
      evaluationEvents: true,
      readyLag: 60,
      drainMs: 5000,
      gatewayDocResourcesAccessKey: 'key of docs',
      adminUser: 'root',
      adminPassword: 'a long password',
      clientId: 'me',
      clientSecret: 'sixteen letters!',
      fromClientId: 'reader',
      fromClientSecret: 'another 16 letters',
      bodyLimit: 2048,
      apiBodyLimit: 4096,
      headersMs: 2000,
      bodyMs: 3000,
      connections: 500,
      streamShare: 0.5,
      addressShare: 1,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
    })
  })

  it('are read from the config file, as JSON or as texts', () => {
    const { settings: read, problems } = readSettings(
      {},
      file({ port: 8080, bodyLimit: '2048', corsOrigins: ['https://a.example'], webhookPrivate: true }),
    )
    expect(problems).toEqual([])
    expect(read).toMatchObject({
      port: 8080,
      bodyLimit: 2048,
      corsOrigins: ['https://a.example'],
      webhookPrivate: true,
    })
  })

  it.each([
    [{ gateway: { 'doc-resources': { accessKey: 'key of docs' } } }],
    [{ gatewayDocResourcesAccessKey: 'key of docs' }],
    [{ gatewayDocResourcesAccessKey: 'key of docs', gateway: { 'doc-resources': { accessKey: 'another key' } } }],
  ])('accept either name of the description key: %j', (values) => {
    const { settings: read, problems } = readSettings({}, file(values))
    expect(problems).toEqual([])
    expect(read.gatewayDocResourcesAccessKey).toBe('key of docs')
  })

  it('can have a description key of any length', () => {
    for (const key of ['x', 'secret', 'a long secret']) {
      const { settings: read, problems } = readSettings({ GATEWAY_DOC_RESOURCES_ACCESS_KEY: key })
      expect([problems, read.gatewayDocResourcesAccessKey]).toEqual([[], key])
    }
  })

  it('that a source has are told apart from defaults', () => {
    const { given } = readSettings({ SIGNALBOX_GATEWAY_PORT: '9080' }, file({ port: 8080 }))
    expect([...given].sort()).toEqual(['gatewayPort', 'port'])
  })

  it('of the environment have precedence over the file, unless empty', () => {
    const values = file({ port: 1000, timeZone: 'Asia/Tokyo' })
    const { settings: read } = readSettings({ PORT: '2000', SIGNALBOX_TIME_ZONE: '' }, values)
    expect(read).toMatchObject({ port: 2000, timeZone: 'Asia/Tokyo' })
  })
})

describe('a wrong value', () => {
  it.each([
    [
      'SIGNALBOX_GATEWAY_PORT',
      'no',
      'SIGNALBOX_GATEWAY_PORT is invalid: expected off, or a whole number from 0 to 65535, not "no"',
    ],
    [
      'SIGNALBOX_GATEWAY_TRUSTED',
      '10.0.0.0/33',
      'SIGNALBOX_GATEWAY_TRUSTED is invalid: expected addresses and ranges such as 10.0.0.0/8, separated by commas, not "10.0.0.0/33"',
    ],
    [
      'SIGNALBOX_GATEWAY_BACKENDS',
      '10.0.0.0/8, http://a.internal',
      'SIGNALBOX_GATEWAY_BACKENDS is invalid: expected addresses, ranges such as 10.0.0.0/8, and hosts such as *.internal, separated by commas, not "10.0.0.0/8, http://a.internal"',
    ],
    [
      'SIGNALBOX_GATEWAY_BACKENDS',
      '10.0.0.256',
      'SIGNALBOX_GATEWAY_BACKENDS is invalid: expected addresses, ranges such as 10.0.0.0/8, and hosts such as *.internal, separated by commas, not "10.0.0.256"',
    ],
    [
      'SIGNALBOX_GATEWAY_LOG',
      'file:',
      'SIGNALBOX_GATEWAY_LOG is invalid: expected off, stdout or file:PATH, not "file:"',
    ],
    ['SIGNALBOX_STREAM_SHARE', '0', 'SIGNALBOX_STREAM_SHARE is invalid: expected a number above 0, at most 1, not "0"'],
    [
      'SIGNALBOX_STREAM_SHARE',
      '1.5',
      'SIGNALBOX_STREAM_SHARE is invalid: expected a number above 0, at most 1, not "1.5"',
    ],
    [
      'SIGNALBOX_STREAM_SHARE',
      '-0.5',
      'SIGNALBOX_STREAM_SHARE is invalid: expected a number above 0, at most 1, not "-0.5"',
    ],
    [
      'SIGNALBOX_STREAM_SHARE',
      '1e-1',
      'SIGNALBOX_STREAM_SHARE is invalid: expected a number above 0, at most 1, not "1e-1"',
    ],
    [
      'SIGNALBOX_STREAM_SHARE',
      '80%',
      'SIGNALBOX_STREAM_SHARE is invalid: expected a number above 0, at most 1, not "80%"',
    ],
    [
      'SIGNALBOX_ADDRESS_SHARE',
      '0.0',
      'SIGNALBOX_ADDRESS_SHARE is invalid: expected a number above 0, at most 1, not "0.0"',
    ],
    [
      'SIGNALBOX_GATEWAY_LOG_SAMPLE',
      '1.5',
      'SIGNALBOX_GATEWAY_LOG_SAMPLE is invalid: expected a number from 0 to 1, not "1.5"',
    ],
    [
      'SIGNALBOX_GATEWAY_TLS_CERT',
      'a.crt',
      'SIGNALBOX_GATEWAY_TLS_CERT is set, but SIGNALBOX_GATEWAY_TLS_KEY is not: set both or neither',
    ],
    ['PORT', '65536', 'PORT is invalid: expected a whole number from 0 to 65535, not "65536"'],
    ['PORT', '80.5', 'PORT is invalid: expected a whole number from 0 to 65535, not "80.5"'],
    ['PORT', '-1', 'PORT is invalid: expected a whole number from 0 to 65535, not "-1"'],
    ['PORT', '0x50', 'PORT is invalid: expected a whole number from 0 to 65535, not "0x50"'],
    ['HOST', 'example.com', 'HOST is invalid: expected an IP address or localhost, not "example.com"'],
    ['HOST', '127.0.0', 'HOST is invalid: expected an IP address or localhost, not "127.0.0"'],
    ['SIGNALBOX_ASSIGNMENT', 'fair', 'SIGNALBOX_ASSIGNMENT is invalid: expected balanced, hash or classic, not "fair"'],
    [
      'SIGNALBOX_TRUST_PROXY',
      'yes',
      'SIGNALBOX_TRUST_PROXY is invalid: expected a whole number from 0 to 10, not "yes"',
    ],
    ['SIGNALBOX_ADMIN_PASSWORD', 'short', 'SIGNALBOX_ADMIN_PASSWORD is invalid: expected a text'],
    ['SIGNALBOX_CLIENT_SECRET', 'short', 'SIGNALBOX_CLIENT_SECRET is invalid: expected a text'],
    ['SIGNALBOX_CLIENT_ID', 'a b', 'SIGNALBOX_CLIENT_ID is invalid: expected letters, digits and _@.-, not "a b"'],
    [
      'SIGNALBOX_CLIENT_ID_HEADER',
      'a b',
      'SIGNALBOX_CLIENT_ID_HEADER is invalid: expected the name of a header, not "a b"',
    ],
    ['SIGNALBOX_WEBHOOK_PRIVATE', 'yes', 'SIGNALBOX_WEBHOOK_PRIVATE is invalid: expected true or false, not "yes"'],
    ['SIGNALBOX_MODE', 'dev', 'SIGNALBOX_MODE is invalid: expected production or development, not "dev"'],
    ['SIGNALBOX_TIME_ZONE', 'Mars', 'SIGNALBOX_TIME_ZONE is invalid: expected an IANA time zone'],
    ['SIGNALBOX_BUCKETING', 'md5', 'SIGNALBOX_BUCKETING is invalid: expected murmur3 or classic, not "md5"'],
    ['SIGNALBOX_BODY_LIMIT', '1MB', 'SIGNALBOX_BODY_LIMIT is invalid: expected a whole number of bytes from 1024'],
    ['SIGNALBOX_CORS_ORIGINS', 'https://a.b/', 'SIGNALBOX_CORS_ORIGINS is invalid: expected origins such as'],
    ['SIGNALBOX_CORS_ORIGINS', 'null', 'SIGNALBOX_CORS_ORIGINS is invalid: expected origins such as'],
    ['SIGNALBOX_STORE', 'memory', 'SIGNALBOX_STORE is invalid: expected ./FILE.db, sqlite:FILE, memory: or postgres:'],
    [
      'SIGNALBOX_STORE',
      '__proto__:x',
      'SIGNALBOX_STORE is invalid: expected ./FILE.db, sqlite:FILE, memory: or postgres:',
    ],
    ['SIGNALBOX_STORE', 'memory', '(did you mean memory:?)'],
    [
      'SIGNALBOX_STORE',
      'postgress://me:hidden@db/x',
      'HOST/DATABASE (did you mean postgres://USER:PASSWORD@HOST/DATABASE?)',
    ],
    ['SIGNALBOX_STORE', 'Postgres://db/x', '(did you mean postgres://USER:PASSWORD@HOST/DATABASE?)'],
    ['SIGNALBOX_STORE', 'sqlit:./box.db', '(did you mean sqlite:FILE?)'],
    ['SIGNALBOX_STORE', 'box', '(did you mean ./box.db?)'],
  ])('%s=%s is rejected', (variable, value, sentence) => {
    const { problems } = readSettings({ [variable]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
  })

  it('is rejected for every setting', () => {
    for (const name of settingNames)
      if (!takesAnyText.has(name)) expect(readSettings({ [variableOf(name)]: '?' }).problems).toHaveLength(1)
  })

  it('does not hide another', () => {
    const { problems } = readSettings({ PORT: 'x', SIGNALBOX_MODE: 'y' }, file({ bodyLimit: null, potr: 1 }))
    expect(problems.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'SIGNALBOX_MODE', 'bodyLimit', 'potr'])
    expect(problems[2]).toContain('bodyLimit in signalbox.config.json is invalid: expected')
  })

  it.each([
    [{ 'doc-resources': { accessKey: 5 } }, 'gateway.doc-resources.accessKey in signalbox.config.json is invalid'],
    [
      { 'doc-resources': { acessKey: 'x' } },
      'gateway.doc-resources.acessKey in signalbox.config.json is an unknown setting',
    ],
    [{ 'doc-resource': { accessKey: 'x' } }, 'gateway.doc-resource in signalbox.config.json is an unknown setting'],
    ['x', 'gateway in signalbox.config.json is an unknown setting'],
  ])('is rejected inside a file: gateway: %j', (gateway, sentence) => {
    const { problems } = readSettings({}, file({ gateway }))
    expect(problems).toEqual([expect.stringContaining(sentence)])
  })

  it('is not shown if it may contain a password', () => {
    const { problems } = readSettings({ SIGNALBOX_STORE: 'postgers://me:hunter2@db' })
    expect(problems.join()).not.toMatch(/hunter2|me:/)
  })
})

describe('an id without a secret, or a secret without an id,', () => {
  const secret = 'sixteen letters!'

  it('stops the start and names what is missing, by the names of the source', () => {
    expect(readSettings({ SIGNALBOX_CLIENT_ID: 'me' }).problems).toEqual([
      'SIGNALBOX_CLIENT_ID is set, but SIGNALBOX_CLIENT_SECRET is not: set both or neither',
    ])
    expect(readSettings({ SIGNALBOX_CLIENT_SECRET: secret }).problems).toEqual([
      'SIGNALBOX_CLIENT_SECRET is set, but SIGNALBOX_CLIENT_ID is not: set both or neither',
    ])
    expect(readSettings({}, file({ clientId: 'me' })).problems).toEqual([
      'clientId in signalbox.config.json is set, but clientSecret is not: set both or neither',
    ])
    expect(() => checkSettings({ clientId: 'me' })).toThrow('clientId is set, but clientSecret is not')
  })

  it('can come from two sources', () => {
    const { problems, settings } = readSettings({ SIGNALBOX_CLIENT_SECRET: secret }, file({ clientId: 'me' }))
    expect([problems, settings.clientId, settings.clientSecret]).toEqual([[], 'me', secret])
  })
})

describe('an unknown name', () => {
  it('in the environment is a warning that names the nearest', () => {
    const { warnings, problems } = readSettings({ SIGNALBOX_TIMEZONE: 'UTC', SIGNALBOX_PORT: '1' })
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      'SIGNALBOX_TIMEZONE is an unknown setting and has no effect (did you mean SIGNALBOX_TIME_ZONE?)',
      'SIGNALBOX_PORT is an unknown setting and has no effect (did you mean PORT?)',
    ])
  })

  it.each([
    ['potr', 'port'],
    ['time_zone', 'timeZone'],
    ['PORT', 'port'],
    ['corsOrigin', 'corsOrigins'],
    ['__proto__', undefined],
  ])('%s in the config file stops the start', (key, near) => {
    const values = JSON.parse(`{"${key}": 1}`) as Record<string, unknown>
    const { problems } = readSettings({}, file(values))
    expect(problems).toHaveLength(1)
    const hint = near ? ` (did you mean ${near}?)` : ''
    expect(problems[0]).toBe(`${key} in signalbox.config.json is an unknown setting${hint}`)
  })
})

describe('options of createServer', () => {
  it('are checked by the same table', () => {
    expect(checkSettings({ port: 0 })).toMatchObject({ port: 0, timeZone: 'UTC' })
    const wrong = { port: -1, host: 'here' }
    expect(() => checkSettings(wrong)).toThrow(RangeError)
    expect(() => checkSettings(wrong)).toThrow(/port is invalid: expected .*; host is invalid: expected/)
  })
})
