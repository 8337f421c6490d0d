/** Addresses that are not calls of the contract: health checks and files. */
export const otherPaths = {
  '/health/live': { get: health('healthLive', 'Whether the process answers', {}) },
  '/health/ready': {
    get: health('healthReady', 'Whether it can do its work', { 503: status('Not now', 'unavailable') }),
  },
  '/public/company{companyId}/{file}': { get: file('getFile', 'A file or thumbnail of a message') },
  '/public/company{companyId}/user/{file}': { get: file('getAvatar', 'The picture of a user') },
}

function health(operationId: string, summary: string, more: object) {
  return { operationId, summary, parameters: [], responses: { 200: status('Yes', 'ok'), ...more } }
}

function status(description: string, word: string) {
  const schema = { type: 'object', required: ['status'], properties: { status: { const: word } } }
  return { description, content: { 'application/json': { schema } } }
}

/**
 * Addresses of files in answers are complete and carry a signature that is valid for a while; a session's cookie is
 * accepted too.
 */
function file(operationId: string, summary: string) {
  const text = { type: 'string' }
  const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
  return {
    operationId,
    summary,
    parameters: [
      { name: 'companyId', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'file', in: 'path', required: true, schema: text },
      { name: 'expires', in: 'query', required: false, schema: text },
      { name: 'signature', in: 'query', required: false, schema: text },
      { name: 'download', in: 'query', required: false, schema: { const: '1' } },
      { name: 'Range', in: 'header', required: false, schema: text },
    ],
    responses: {
      200: { description: 'The file', content },
      206: { description: 'The part of it that was asked for', content },
      304: { description: 'As the caller has it' },
      416: { description: 'It has no such part' },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}
