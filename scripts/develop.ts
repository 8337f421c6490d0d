import { freePort } from './free-port.ts'
import { isEnding, node, tool } from './tool.ts'

/**
 * Server, web application and web chat, each made anew when its sources change. The address to open is the one of
 * vite, which passes on to the server what is not a page. When one of the three ends, all do.
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
  // A second word would have the server end without stopping its database.
  if (!isEnding()) ending.abort()
  await Promise.all(programs)
  return exitCode
}
