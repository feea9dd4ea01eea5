/** Displays the progress of a task. */
export interface Progress {
  show(done: number, all: number): void
  end(): void
}

const WIDTH = 40
const EVERY_MS = 100

/** Shows a bar if the output is a terminal, and nothing otherwise. */
export function progressBar(terminal: NodeJS.WriteStream): Progress {
  if (!terminal.isTTY) return { show() {}, end() {} }
  let last = 0
  return {
    show(done, all) {
      const now = performance.now()
      if (now - last < EVERY_MS) return
      last = now
      const share = all === 0 ? 1 : Math.min(1, done / all)
      const filled = Math.round(share * WIDTH)
      terminal.write(`\r[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`)
    },
    end: () => void terminal.write(`\r${' '.repeat(WIDTH + 8)}\r`),
  }
}
