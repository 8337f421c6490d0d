import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import { limits } from '@guiche/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import helmet from 'helmet'
import type { Log } from '../log.ts'
import { metrics } from '../metrics.ts'
import { handleErrors, refuseAddress } from './errors.ts'
import { serveNavigations } from './navigations.ts'
import { refuseNoRequest } from './no-request.ts'
import { compressAnswers } from './small-answers.ts'

export interface HttpOptions {
  log: Log
  /** Addresses of proxies whose X-Forwarded-For is believed (S79). */
  trustProxy: string[] | false
  publicUrl: URL
}

/** Fastify with everything that holds for every call: limits, headers, errors. */
export async function createHttp({ log, trustProxy, publicUrl }: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: limits.json,
    http: { maxHeaderSize: limits.headers },
    clientErrorHandler: refuseNoRequest,
    frameworkErrors: refuseAddress,
    requestTimeout: 120_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 200 },
    rewriteUrl: serveNavigations,
    genReqId: () => crypto.randomUUID(),
  })
  handleErrors(app)
  // Of any page of the web a browser sends it without asking first (S71).
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  // First of all: what the others answer by themselves has them as well.
  const secure = helmet(securityHeaders(publicUrl))
  app.addHook('onRequest', (request, reply, next) => secure(request.raw, reply.raw, () => next()))
  await app.register(cookie)
  await app.register(multipart)
  await app.register(cors, {
    // A list: only who is on it gets the header at all.
    origin: [publicUrl.origin],
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
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  return app
}

/** S70. Styles may be inline: the component library sets its variables so. Scripts never. */
function securityHeaders(publicUrl: URL) {
  const isHttps = publicUrl.protocol === 'https:'
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
        connectSrc: ["'self'", publicUrl.origin.replace(/^http/, 'ws')],
        workerSrc: ["'self'", 'blob:'],
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

/** Clients of the family send a JSON content type with no body at all. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.trim() === '') return done(null, undefined)
    void parse(request, String(body), done)
  })
}
