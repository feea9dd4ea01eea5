import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'

const file = fileURLToPath(new URL('hover.fixture.ts', import.meta.url))

/** Returns what an editor shows when hovering the word after a text, using TypeScript's language service. */
function hovering(options: ts.CompilerOptions = {}) {
  const settings: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@signalbox/source'],
    ...options,
  }
  const service = ts.createLanguageService({
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
  const text = ts.sys.readFile(file) ?? ''
  return (call: string): string => {
    const info = service.getQuickInfoAtPosition(file, text.indexOf(call) + call.length - 1)
    return ts.displayPartsToString(info?.documentation)
  }
}

const shown: readonly (readonly [call: string, says: RegExp])[] = [
  ['box.features.create', /^Create a feature \(`POST \/api\/features`\)$/],
  ['box.features.patch', /^Patch a feature with a merge patch/],
  ['client.apis.import', /^Upload APIs, one a line/],
  ['client.apis.draft.get', /^Get the draft of an API/],
  ['ann.configs.list', /^List configs by page/],
  ['box.health', /`GET \/api\/_health`/],
  ['box.isActive', /^Whether a feature is active in a context/],
]

/** Builds the published declarations of the core, unless `SIGNALBOX_BUILT` says that they are built. Returns their folder. */
async function buildDeclarations(): Promise<string> {
  const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
  const cwd = fileURLToPath(new URL('../../core/', import.meta.url))
  if (process.env.SIGNALBOX_BUILT) return join(cwd, 'dist')
  await mkdir(join(modules, '.cache'), { recursive: true })
  const built = await mkdtemp(join(modules, '.cache', 'declarations-'))
  onTestFinished(() => rm(built, { recursive: true, force: true }))
  const tsup = join(modules, 'tsup', 'dist', 'cli-default.js')
  await promisify(execFile)(process.execPath, [tsup, '--dts-only', '--out-dir', built], { cwd })
  return built
}

describe('hovering an operation shows its summary', () => {
  it('in the sources', () => {
    const hover = hovering()
    for (const [call, says] of shown) expect(hover(call), call).toMatch(says)
  })

  it('in the declarations that are published', { timeout: 300_000 }, async () => {
    const built = await buildDeclarations()
    const paths = { '@signalbox/core': [join(built, 'index.d.ts')], '@signalbox/core/*': [join(built, '*.d.ts')] }
    const hover = hovering({ paths })
    for (const [call, says] of shown) expect(hover(call), call).toMatch(says)
  })
})
