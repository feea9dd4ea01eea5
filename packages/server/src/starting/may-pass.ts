/**
 * Whether the reason why a database could not be opened may pass without a change of settings: it starts or stops, a
 * limit is reached, it is a standby, or it and its name are not in the network yet. Of several errors, one is enough.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(mayPass)) return true
  const { code, message, syscall } = error as Partial<NodeJS.ErrnoException>
  if (code === undefined) return passingMessages.test(message ?? '')
  // The socket of a server that has not started. A file, such as that of a certificate, stays missing.
  if (code === 'ENOENT') return syscall === 'connect'
  return passing.some((codes) => codes.test(code))
}

/**
 * Codes of failures that may pass. All others last, such as failures of logins, names, rights, tables and certificates.
 */
const passing = [
  // SQLSTATE: connections, limits, conflicts and locks (https://www.postgresql.org/docs/current/errcodes-appendix.html)
  /^(08|40|53|55)...$/,
  // Statements and connections that are cancelled by an operator, a start, a stop or a timeout; and standbys
  /^(57014|57P0[1235]|25006)$/,
  // Node.js
  /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|ADDRNOTAVAIL|NOTFOUND|AI_\w+)$/,
  // Timeouts of the store
  /^(CONNECT|POOL|QUERY)_TIMEOUT$/,
] as const

/** Messages of pg for connections that ended or that nobody answered, which have no code. */
const passingMessages = /^(Connection terminated|Query read timeout|timeout (expired|exceeded))/
