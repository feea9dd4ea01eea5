import type { Part } from './fault.ts'

export const settings: Part = {
  name: 'settings',
  tests: [
    'packages/server/src/settings/setting.test.ts',
    'packages/server/src/settings/read-settings.test.ts',
    'packages/server/src/settings/secret-files.test.ts',
    'packages/server/src/settings/settings-page.test.ts',
    'packages/server/src/http/address.test.ts',
    'packages/server/src/listening/connections.test.ts',
    'packages/server/src/listening/drain.test.ts',
    'packages/server/src/listening/http.test.ts',
    'packages/server/src/tls/tls.test.ts',
    'packages/server/src/starting/starting.test.ts',
    'packages/server/src/passwords/first-start.test.ts',
    'packages/server/src/gateway/gateway.test.ts',
    'packages/server/src/serve/create-server.test.ts',
    'packages/server/src/stores/stores.test.ts',
    'packages/server/src/box/secrets.test.ts',
  ],
  further: [
    'packages/server/src/process/signals.slow.test.ts',
    'packages/server/src/listening/slow-senders.slow.test.ts',
    'packages/server/src/listening/draining.slow.test.ts',
  ],
  files: {
    'packages/server/src/settings/setting.ts': [
      {
        breaks: 'the least value of a number is rejected',
        text: '(number as number) >= minimum',
        fault: '(number as number) > minimum',
      },
      {
        breaks: 'the greatest value of a number is rejected',
        text: '(number as number) <= maximum',
        fault: '(number as number) < maximum',
      },
      {
        breaks: 'spaces after commas are part of a name',
        text: "value.split(',').map((item) => item.trim())",
        fault: "value.split(',')",
      },
      {
        breaks: 'true in a variable is no truth',
        text: 'value === one || value === String(one)',
        fault: 'value === one',
      },
      {
        breaks: 'a share of all is rejected',
        text: 'number >= 0 && number <= 1',
        fault: 'number >= 0 && number < 1',
      },
      {
        breaks: 'a secret is the name of its variable',
        text: 'name === undefined ? value : process.env[name]',
        fault: 'value',
      },
    ],
    'packages/server/src/settings/read-settings.ts': [
      {
        breaks: 'an empty variable counts as set',
        text: 'if (text) return [{ name, label: variable, value: text }]',
        fault: 'if (text !== undefined) return [{ name, label: variable, value: text }]',
      },
      {
        breaks: 'the file counts for more than the environment',
        text: 'if (text) return [{ name, label: variable, value: text }]\n    return file ? givenIn(file, name) : []',
        fault:
          'const inFile = file ? givenIn(file, name) : []\n    return inFile.length === 0 && text ? [{ name, label: variable, value: text }] : inFile',
      },
      {
        breaks: 'an invalid secret is in the log',
        text: 'else if (secret) problems.push(',
        fault: "else if (secret && label === '') problems.push(",
      },
      {
        breaks: 'a misspelled setting of a file is ignored',
        text: '[...unusable, ...problems, ...strangers]',
        fault: '[...unusable, ...problems]',
      },
      {
        breaks: 'a certificate without a key is ignored',
        text: "  ['tlsCert', 'tlsKey'],\n",
        fault: '',
      },
      {
        breaks: 'a misspelled variable is ignored silently',
        text: 'warnings: unknownVariables(environment)',
        fault: 'warnings: []',
      },
      {
        breaks: 'createServer starts with invalid options',
        text: "if (problems.length > 0) throw new RangeError(problems.join('; '))",
        fault: '',
      },
    ],
    'packages/server/src/settings/secret-files.ts': [
      {
        breaks: 'the line break at the end of a file is part of the secret',
        text: "readFileSync(path, 'utf8').replace(/\\r?\\n$/, '')",
        fault: "readFileSync(path, 'utf8')",
      },
      {
        breaks: 'of a secret that is given twice one is ignored',
        text: 'if (given[variable]) return [`${variable} and ${naming} are both set: set one of them`]',
        fault: '',
      },
      {
        breaks: 'an empty file of a secret counts as a secret',
        text: "return secret === '' ?",
        fault: 'return secret === undefined ?',
      },
    ],
    'packages/server/src/settings/settings.ts': [
      {
        breaks: 'the server is open to the network by default',
        text: "initial: '127.0.0.1',",
        fault: "initial: '0.0.0.0',",
      },
    ],
    'packages/server/src/settings/oidc-settings.ts': [
      {
        breaks: 'an identity provider may be asked without TLS',
        text: "protocol === 'https:' || hostname === 'localhost'",
        fault: "protocol !== '' || hostname === 'localhost'",
      },
      {
        breaks: 'an address with credentials is accepted',
        text: " && url.username === ''",
        fault: '',
      },
    ],
    'packages/server/src/settings/snapshot-settings.ts': [
      {
        breaks: 'a short key for snapshots is accepted',
        text: 'key.length >= 32',
        fault: 'key.length >= 3',
      },
    ],
    'packages/server/src/http/address.ts': [
      {
        breaks: 'clients choose the address that counts as theirs',
        text: 'return said.at(-trustedProxies) ?? said[0]',
        fault: 'return said[0]',
      },
      {
        breaks: 'without a trusted proxy the header of a client counts',
        text: 'if (trustedProxies === 0) return undefined',
        fault: '',
      },
    ],
    'packages/server/src/http/request-target.ts': [
      {
        breaks: 'a path with an encoded dot segment passes',
        text: '/(^|\\/)(\\.|%2e){1,2}(\\/|$)/i',
        fault: '/(^|\\/)(\\.|%2e){1,2}(\\/|$)/',
      },
      {
        breaks: 'two hosts of one request pass',
        text: "if (hosts.length > 1) return 'The request has several",
        fault: "if (hosts.length > 2) return 'The request has several",
      },
    ],
    'packages/server/src/listening/connections.ts': [
      {
        breaks: 'connections with traffic are closed',
        text: 'if (bytes !== seen.bytes) Object.assign(seen, { bytes, since: now })\n      else if',
        fault: 'if',
      },
      {
        breaks: 'connections that wait between requests are kept as long as those in the middle of one',
        text: 'connections.isWaiting(socket) ? waitingMs : idleMs',
        fault: 'connections.isWaiting(socket) ? idleMs : idleMs',
      },
    ],
    'packages/server/src/overload/rarely.ts': [
      {
        breaks: 'each connection beyond the limit is reported',
        text: 'if (performance.now() - reported < REPORT_EVERY) return',
        fault: '',
      },
    ],
    'packages/server/src/listening/drain.ts': [
      {
        breaks: 'of requests that were sent at once only the first is answered',
        text: 'if (before && !before.headersSent) before.shouldKeepAlive = true',
        fault: '',
      },
      {
        breaks: 'a server does not end while a browser keeps an unused connection',
        text: '    closeUnused()\n    // Connections',
        fault: '    // Connections',
      },
      {
        breaks: 'a request that never ends keeps the server',
        text: 'sockets.forEach((socket) => void socket.destroy())',
        fault: 'sockets.clear()',
      },
    ],
    'packages/server/src/listening/slow-senders.ts': [
      {
        breaks: 'an import into a slow store is cut off',
        text: 'else if (isWaitingForUs || bytesRead - one.bytes >= LEAST_BYTES)',
        fault: 'else if (bytesRead - one.bytes >= LEAST_BYTES)',
      },
    ],
    'packages/server/src/tls/certificates.ts': [
      {
        breaks: 'all hosts get the first certificate',
        text: 'certificate.checkHost(host) !== undefined',
        fault: 'certificate.checkHost(host) === null',
      },
      {
        breaks: 'certificates that were renewed are not used for clients without SNI',
        text: 'server.setSecureContext(shared())',
        fault: '',
      },
    ],
    'packages/server/src/files/files.ts': [
      {
        breaks: 'a file with secrets stays readable for others',
        text: 'if (isSecret && (await file.stat()).isFile()) await file.chmod(FOR_ITS_OWNER)',
        fault: '',
      },
    ],
  },
}
