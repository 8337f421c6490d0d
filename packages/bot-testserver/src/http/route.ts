import type { Answer, Call } from './call.ts'

type Handler = (call: Call, ...parts: string[]) => Answer | Promise<Answer>

/** Handlers by method and path, such as `POST /sessions/:id/continueChat`. */
export type Routes = Record<string, Handler>

/** Finds the handler of a call, and the values of the parts that begin with a colon. */
export function route(routes: Routes, { method, path }: Call): { handler: Handler; parts: string[] } | undefined {
  const given = path.split('/')
  for (const [name, handler] of Object.entries(routes)) {
    const [wantedMethod, wantedPath = ''] = name.split(' ')
    const wanted = wantedPath.split('/')
    if (wantedMethod !== method || wanted.length !== given.length) continue
    if (!wanted.every((part, at) => part.startsWith(':') || part === given[at])) continue
    return { handler, parts: given.filter((_part, at) => wanted[at]?.startsWith(':')).map(decodeURIComponent) }
  }
  return undefined
}
