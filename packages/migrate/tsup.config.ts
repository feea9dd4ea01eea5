import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    otoroshi: 'src/otoroshi/import.ts',
    scripts: 'src/scripts/index.ts',
    vendors: 'src/vendors/vendors.ts',
  },
  format: 'esm',
  platform: 'node',
  dts: true,
  clean: true,
})
