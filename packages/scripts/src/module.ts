import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pageBytes, withMemoryCeiling } from './sandbox/wasm.ts'

/** Memory that QuickJS needs besides the allocations of scripts (its stack, tables, and fragmentation), in MiB. */
const overheadMiB = 2

/**
 * Compiles QuickJS with a memory ceiling, so that no instance can grow past what a script may allocate. All workers
 * share the compiled code.
 */
export async function loadModule(memoryMiB: number): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  const pages = ((memoryMiB + overheadMiB) * 1024 * 1024) / pageBytes
  return WebAssembly.compile(withMemoryCeiling(await readFile(file), pages))
}
