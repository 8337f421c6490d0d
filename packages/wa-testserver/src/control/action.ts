import type { z } from 'zod'
import type { WaServer } from '../server.ts'

/** An action of the control port. Gets the parts of the path after its name, and the body. */
export type Action = (server: WaServer, parts: string[], body: unknown) => unknown

/** An action that takes a body. */
export function action<T>(schema: z.ZodType<T>, run: (server: WaServer, parts: string[], body: T) => unknown): Action {
  return (server, parts, body) => run(server, parts, schema.parse(body))
}
