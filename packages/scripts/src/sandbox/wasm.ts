/** The size of a WebAssembly memory page, in bytes. */
export const pageBytes = 65_536

const memorySection = 5

/**
 * Returns a copy of a WebAssembly module with a limit on its memory, in pages. Growing past it fails inside the module,
 * whatever the program assumes. Throws for a module that does not define its own memory.
 *
 * The module that QuickJS is compiled to defines its memory itself and without a maximum, so no limited
 * `WebAssembly.Memory` can be passed in. The maximum is therefore written into its memory section (WebAssembly core
 * specification, 5.5.8).
 */
export function withMemoryCeiling(module: Uint8Array, ceiling: number): Uint8Array<ArrayBuffer> {
  let at = 8
  while (at < module.length) {
    const start = at
    const section = module[at]
    const size = readUnsigned(module, at + 1)
    const end = size.next + size.value
    if (section === memorySection) {
      const minimum = readUnsigned(module, size.next + 2).value
      const body = [1, 1, ...unsigned(minimum), ...unsigned(ceiling)]
      return concatenate(
        module.subarray(0, start),
        Uint8Array.of(memorySection, ...unsigned(body.length), ...body),
        module.subarray(end),
      )
    }
    at = end
  }
  throw new Error('The WebAssembly module defines no memory, so the memory cannot be limited')
}

/** Reads an unsigned LEB128 number. Also returns the offset after it. */
function readUnsigned(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  let shift = 0
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('The WebAssembly module ends too early')
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return { value: value >>> 0, next: at }
    shift += 7
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0))
    value >>>= 7
  } while (value > 0)
  return bytes
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
