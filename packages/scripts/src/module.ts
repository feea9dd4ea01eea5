import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pageBytes, withMemoryCeiling } from './sandbox/wasm.ts'

/** What QuickJS needs beside what scripts allocate (its stack, its tables, what is lost between allocations), in MiB. */
const overheadMiB = 2

/** Compiles QuickJS so that one instance cannot grow past what a script may allocate. Every worker shares the code. */
export async function loadModule(memoryMiB: number): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  const pages = ((memoryMiB + overheadMiB) * 1024 * 1024) / pageBytes
  return WebAssembly.compile(withMemoryCeiling(await readFile(file), pages))
}
