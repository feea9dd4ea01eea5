/** The chunks of a body. Cancels the body if the reader stops early. */
export async function* chunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    for (;;) {
      const step = await reader?.read()
      if (!step || step.done) return
      yield step.value
    }
  } finally {
    await reader?.cancel().catch(() => {})
  }
}
