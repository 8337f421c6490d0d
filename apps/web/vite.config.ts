import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.GUICHE_DEV_SERVER ?? 'http://127.0.0.1:3000'

/** Files of the development server itself; every other path that is not a page belongs to the real server. */
const own = /^\/(@|src\/|node_modules\/|packages\/|index\.html|theme\.js|favicon|icon-|manifest)/

const firstLoad = new Set<string>()

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), findFirstLoad()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs comes in two files, not in seventy; the libraries' changes with them alone.
          groups: [
            { name: 'library', test: (id) => firstLoad.has(id) && id.includes('node_modules') },
            { name: 'start', test: (id) => firstLoad.has(id) },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/socket.io': { target: server, ws: true },
      // Screens and calls share paths (/tickets): whoever navigates gets the application, all else goes to the server.
      '^/': {
        target: server,
        bypass: ({ url = '/', headers }) => {
          if (own.test(url)) return url
          return isNavigation(headers['sec-fetch-mode'], headers.accept) ? '/index.html' : undefined
        },
      },
    },
  },
})

function isNavigation(mode: string | string[] | undefined, accept = '') {
  return mode === undefined ? accept.startsWith('text/html') : mode === 'navigate'
}

/** The modules that the page fetches before anything is opened: all that the entry imports, and what those import. */
function findFirstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    buildEnd() {
      const walk = (id: string) => {
        if (firstLoad.has(id)) return
        firstLoad.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported)
      }
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) walk(id)
    },
  }
}
