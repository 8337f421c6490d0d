import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../errors.ts'

/** More than one Host header. Node uses the first one; a proxy may have checked another one. */
export const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, nth) => nth % 2 === 0 && text.toLowerCase() === 'host').length > 1

export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesTwoHosts(raw)) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'headers.host', message: 'once' }] })
  })
}
