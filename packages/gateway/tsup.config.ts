import { defineConfig } from 'tsup'

/** The entries share chunks. Only `node` may need modules of Node. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    hono: 'src/hono/index.ts',
    log: 'src/log/index.ts',
    redis: 'src/redis/index.ts',
  },
  format: 'esm',
  splitting: true,
  dts: true,
  clean: true,
  removeNodeProtocol: false,
})
