import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.GUICHE_DEV_SERVER ?? 'http://127.0.0.1:3000'

/** Files of the development server itself; every other path that is not a page belongs to the real server. */
const own = /^\/(@|src\/|node_modules\/|packages\/|index\.html|theme\.js|favicon|icon-|manifest)/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: { target: 'es2023', outDir: 'dist', emptyOutDir: true, sourcemap: false, assetsInlineLimit: 0 },
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
