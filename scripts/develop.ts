import { freePort } from './free-port.ts'
import { isEnding, node, tool } from './tool.ts'

/**
 * Runs server, web application and web chat, each rebuilt when its sources change. The address to open is vite's, which
 * proxies everything but pages to the server. When one of the three ends, all end.
 */
export async function develop(args: string[]): Promise<number> {
  const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '3000'}`
  const port = await freePort(5173)
  const publicUrl = process.env.GUICHE_PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const ending = new AbortController()
  const { signal } = ending
  const programs = [
    node(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', ...args], {
      env: { GUICHE_PUBLIC_URL: publicUrl },
      signal,
    }),
    tool('vite', ['apps/web', '--clearScreen=false', `--port=${port}`, '--strictPort'], {
      env: { GUICHE_DEV_SERVER: server, GUICHE_PUBLIC_URL: publicUrl },
      signal,
    }),
    tool('vite', ['build', 'apps/widget', '--watch', '--logLevel=warn'], { signal }),
  ]
  const exitCode = await Promise.race(programs)
  // A second signal would end the server before it has stopped its database.
  if (!isEnding()) ending.abort()
  await Promise.all(programs)
  return exitCode
}
