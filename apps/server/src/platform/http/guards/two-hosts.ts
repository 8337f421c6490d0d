import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../errors.ts'

/** Node keeps the first of several. A proxy may have looked at another one. */
export const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, nth) => nth % 2 === 0 && text.toLowerCase() === 'host').length > 1

export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesTwoHosts(raw)) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'headers.host', message: 'once' }] })
  })
}
