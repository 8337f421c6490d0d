import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import { limits, videoHost } from '@guiche/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import helmet from 'helmet'
import type { IncomingMessage } from 'node:http'
import type { Log } from '../process/log.ts'
import { metrics } from '../process/metrics.ts'
import type { Origins } from '../origins.ts'
import { createClientAddresses } from './client-address.ts'
import { handleErrors, refuseAddress } from './errors.ts'
import { serveNavigations } from './navigations.ts'
import { limitConnections } from './guards/connections-per-address.ts'
import { refuseNoRequest } from './guards/no-request.ts'
import { type BodyTimeouts, bodyTimeouts, refuseSlowBodies } from './guards/slow-bodies.ts'
import { compressAnswers } from './small-answers.ts'
import { refuseTwoHosts } from './guards/two-hosts.ts'
import { logUndeclaredProxy } from './guards/undeclared-proxy.ts'

export interface HttpOptions {
  log: Log
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[] | false
  publicUrl: URL
  origins: Origins
  timeouts?: Timeouts
  connectionsPerAddress?: number
}

/** In ms. */
export interface Timeouts extends BodyTimeouts {
  headers: number
}

/** Fastify with the rules of every call: limits, headers, errors. */
export async function createHttp({
  log,
  trustProxy,
  publicUrl,
  origins,
  timeouts = { ...bodyTimeouts, headers: 10_000 },
  connectionsPerAddress = 1000,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: limits.json,
    http: {
      maxHeaderSize: limits.headers,
      headersTimeout: timeouts.headers,
      // How often Node checks for connections that exceeded these limits.
      connectionsCheckingInterval: 1000,
    },
    clientErrorHandler: refuseNoRequest,
    frameworkErrors: refuseAddress,
    // slow-bodies.ts limits the time of bodies instead, because a large file on a slow connection takes long.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 200 },
    rewriteUrl: serveNavigations,
    genReqId: () => crypto.randomUUID(),
  })
  handleErrors(app)
  limitConnections(app.server, {
    most: connectionsPerAddress,
    addresses: createClientAddresses(trustProxy),
    publicUrl,
  })
  logUndeclaredProxy(app)
  // Browsers send text/plain from any web page without a preflight request (S71).
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  // The first hook, so that answers of the other hooks have these headers too.
  const secure = helmet(securityHeaders(publicUrl, origins))
  app.addHook('onRequest', (request, reply, next) => secure(request.raw, reply.raw, () => next()))
  refuseSlowBodies(app, timeouts)
  refuseTwoHosts(app)
  await app.register(cookie)
  await app.register(multipart)
  await app.register(cors, {
    // Other origins get no CORS header at all.
    origin: (origin, decide) => decide(null, origin !== undefined && origins.isTrusted(origin)),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: 600,
    hook: 'onRequest',
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('permissions-policy'))
      reply.header('permissions-policy', 'microphone=(self), camera=(self), geolocation=(self)')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  compressAnswers(app)
  app.addHook('onResponse', async (request, reply) => {
    metrics.answers.observe(
      { route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    request.log.debug(
      {
        event: 'http.answered',
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered a request',
    )
  })
  return app
}

/** S70. The component library sets CSS variables in inline styles, so those are allowed; inline scripts are not. */
function securityHeaders(publicUrl: URL, origins: Origins) {
  const isHttps = publicUrl.protocol === 'https:'
  const ownSockets = ({ headers: { host } }: IncomingMessage) => origins.sockets(host)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ownSockets],
        workerSrc: ["'self'", 'blob:'],
        // Help videos. No page shows any other page in a frame, not even one of this server.
        frameSrc: [videoHost],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
    xPoweredBy: false,
  }
}

/** Some clients send a JSON content type without a body. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.trim() === '') return done(null, undefined)
    void parse(request, String(body), done)
  })
}
