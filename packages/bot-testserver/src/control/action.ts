import type { z } from 'zod'
import type { BotServer } from '../bot-server.ts'

/** An action of the control port. Gets the parts of the path that its name leaves open, and the body. */
export type Action = (server: BotServer, parts: string[], body: unknown) => unknown

/** An action that takes a body. */
export function action<T>(schema: z.ZodType<T>, run: (server: BotServer, parts: string[], body: T) => unknown): Action {
  return (server, parts, body) => run(server, parts, schema.parse(body))
}
