import { applyCommand } from './apply.ts'
import { auditCommand } from './audit.ts'
import type { Command } from './command.ts'
import { exportCommand } from './export.ts'
import { gatewayCommand } from './gateway.ts'
import { importCommand } from './import.ts'
import { importOpenApiCommand } from './import-openapi.ts'
import { jvmCommand } from './jvm.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { passwdCommand } from './passwd.ts'
import { diffCommand, promoteCommand } from './promote.ts'
import { snapshotCommand } from './snapshot.ts'
import { typesCommand } from './types.ts'

/** The subcommands by name. None of them starts the server. */
export const commands: Readonly<Record<string, Command>> = {
  export: exportCommand,
  import: importCommand,
  snapshot: snapshotCommand,
  apply: applyCommand,
  diff: diffCommand,
  promote: promoteCommand,
  'import-openapi': importOpenApiCommand,
  audit: auditCommand,
  gateway: gatewayCommand,
  mcp: mcpCommand,
  types: typesCommand,
  passwd: passwdCommand,
  jvm: jvmCommand,
  migrate: migrateCommand,
}
