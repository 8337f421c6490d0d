import { defineConfig, type BuildEnvironmentOptions } from 'vite'

/** Two classic scripts, each in one file: `vite build apps/widget` makes both. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  builder: {},
  environments: {
    client: { build: { ...oneFile('src/widget.ts', 'widget.js'), emptyOutDir: true } },
    chat: {
      consumer: 'client',
      build: { ...oneFile('src/page.ts', 'chat.js'), emptyOutDir: false, copyPublicDir: false },
    },
  },
})

function oneFile(entry: string, name: string): BuildEnvironmentOptions {
  return {
    outDir: 'dist',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/${entry}`,
      // The contract's schemas run code when loaded. Only its limits are needed here, so zod is left out.
      treeshake: { moduleSideEffects: (id) => !id.includes('/packages/contract/') },
      output: { format: 'iife', entryFileNames: name },
    },
  }
}
