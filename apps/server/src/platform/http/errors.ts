import { type ErrorCode, invalidApiToken, limits } from '@guiche/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../database/unavailable.ts'
import { AppError, badRequest } from '../errors.ts'
import { bareHeaders } from './guards/bare-headers.ts'

const bodyTooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE'

/** Turns errors into answers: `{ "error": CODE }`, never a stack, SQL, path or host. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    if (error instanceof AppError) return refuse(error, request, reply)
    if (request.raw.errored) return refuse(cutOff(), request, reply)
    if (error.code === bodyTooLarge) readToEnd(request, reply)
    const refusal = ofFramework(error) ?? ofDatabase(error)
    if (refusal) return refuse(refusal, request, reply)
    request.log.error(
      { event: 'http.internal-error', err: error, route: request.routeOptions.url },
      'request failed with an unexpected error',
    )
    return reply.code(500).send({ error: 'ERR_INTERNAL' satisfies ErrorCode })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'ERR_NOT_FOUND' satisfies ErrorCode }))
}

/**
 * The client closed the connection before the end of its request. The error has the same code as that of a lost
 * connection to the database, and is no outage. Nobody reads the answer.
 */
const cutOff = () => badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'cutOff' }] })

/** Answers requests that match no route: an address that cannot be parsed, or a parameter that is too long. */
export function refuseAddress(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  void reply
    .headers({ ...bareHeaders, 'x-request-id': request.id })
    .code(isTooLong ? 404 : 400)
    .send({ error: (isTooLong ? 'ERR_NOT_FOUND' : 'ERR_VALIDATION') satisfies ErrorCode })
}

/**
 * Fastify closes the connection at once. A client that is still sending would find it broken and never read the answer,
 * so the rest of the body is read and thrown away, up to the size of the largest document.
 */
function readToEnd({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length'] ?? 0) <= limits.document) reply.removeHeader('connection')
}

/** Errors of the operator's database connection, which no unit of work has translated. */
function ofDatabase(error: Error): AppError | undefined {
  const told = unavailable(error)
  return told instanceof AppError ? told : undefined
}

function refuse(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const retryAfter = error.details?.['retryAfter']
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  if (error.status >= 500)
    request.log.error({ event: 'http.request-failed', err: error.cause ?? error, code: error.code }, 'request failed')
  else
    request.log.info(
      { event: 'http.request-refused', code: error.code, status: error.status, route: request.routeOptions.url },
      'refused a request',
    )
  // Existing clients parse the error of a conflict as JSON (docs/requirements/service.md, section 7).
  if (error.code === 'ERR_OTHER_OPEN_TICKET' && error.details)
    return reply.code(error.status).send({ error: JSON.stringify(error.details) })
  // Existing programs know this one by its text.
  if (error.code === 'ERR_INVALID_API_TOKEN') return reply.code(error.status).send({ error: invalidApiToken })
  return reply.code(error.status).send({ error: error.code, ...(error.details && { details: error.details }) })
}

/** Errors of Fastify itself: bodies that are too large, of a wrong type, or malformed. */
function ofFramework(error: Error & { code?: string; statusCode?: number }): AppError | undefined {
  if (error.code === bodyTooLarge) return new AppError('ERR_TEXT_TOO_LARGE', 413)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('ERR_UNSUPPORTED_MEDIA_TYPE', 415)
  if (error.statusCode === 429) return new AppError('ERR_TOO_MANY_REQUESTS', 429)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('ERR_VALIDATION', 400)
  return undefined
}
