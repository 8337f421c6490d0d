import type { FastifyInstance } from 'fastify'

/**
 * Warns once about a proxy that the configuration does not name: all clients behind it have one address and share its
 * limits.
 */
export function logUndeclaredProxy(app: FastifyInstance): void {
  let isTold = false
  app.addHook('onRequest', async (request) => {
    const { headers, ip, socket } = request
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
    if (isTold || !isForwarded || ip !== socket.remoteAddress) return
    isTold = true
    request.log.warn(
      { event: 'proxy.undeclared', peer: ip },
      'ignored a forwarded header from an address that GUICHE_TRUST_PROXY does not name; if this is your proxy, add its address; otherwise somebody forged the header',
    )
  })
}
